// The games of hdl/tb/games and the rules of docs/PLAYOUTS.md, once more, as functions on integers. Nothing here is
// taken from the design. A unit that includes this has the parameter GAME.
//
// A state is an integer: adders 2 * count + seen, turns and twos 2 * pile + (second is to move).
// Vectors of moves and goals are ordered as in the manifest: by role, then by text or value.

  localparam ADDERS = 0;
  localparam TURNS  = 1;
  localparam TWOS   = 2;
  // The most that turns and twos take at a time.
  localparam TAKES  = GAME == TWOS ? 2 : 3;
  localparam ROLES      = GAME == ADDERS ? 3 : 2;
  localparam STATE      = GAME == ADDERS ? 11 : 10;   // bits
  localparam MOVES      = GAME == ADDERS ? 9 : 2 * (TAKES + 1);
  localparam GOALS      = GAME == ADDERS ? 9 : 4;
  localparam COUNTERS   = GAME == ADDERS ? 13 : 6;    // steps, finished, truncated, stuck, then goal values
  localparam GENERATORS = GAME == ADDERS ? 2 : 1;
  localparam CODE       = GAME == ADDERS ? 6 : GAME == TURNS ? 2 : 1;  // bits of the code of a first joint move
  // Bits of a draw. Adders draw three, the third alone in the second generator; turns and twos share one.
  localparam DRAWN      = GAME == TWOS ? 2 : 13;
  localparam GIVES      = GAME == ADDERS ? 2 * DRAWN : DRAWN;  // bits of the first generator in a turn

  // Adders: ten counts, then `seen`. Turns and twos: who is to move, then eight piles.
  function [STATE-1:0] state_of(input integer state);
    begin
      state_of = {STATE{1'b0}};
      if (GAME == ADDERS) begin
        state_of[state / 2] = 1'b1;
        state_of[10] = state % 2 == 1;
      end else begin
        state_of[state % 2] = 1'b1;
        state_of[2 + state / 2] = 1'b1;
      end
    end
  endfunction

  // add 1, 2, 3; take 0, 1, 2; blink, doze, stare. Or take 1, 2, 3 (twos: 1, 2), noop of the first and of the second
  // player.
  function [MOVES-1:0] legal_of(input integer state);
    integer number, odd, amount;
    begin
      number = state / 2;
      odd = state % 2;
      legal_of = {MOVES{1'b0}};
      if (GAME == ADDERS) begin
        legal_of[0] = 1'b1;
        legal_of[1] = number % 2 == 0;
        legal_of[2] = number >= 2 && number != 7;
        legal_of[3] = number != 7;
        legal_of[4] = number >= 2 && number != 7;
        legal_of[5] = number == 5 || number == 6 || number == 9;
        legal_of[6] = odd == 0 || number != 4;
        legal_of[7] = legal_of[5];
        legal_of[8] = odd == 0 || number % 2 == 0;
      end else begin
        for (amount = 1; amount <= TAKES; amount = amount + 1)
          legal_of[(TAKES + 1) * odd + amount - 1] = amount <= number && !(odd == 1 && number == 4);
        legal_of[(TAKES + 1) * (1 - odd) + TAKES] = 1'b1;
      end
    end
  endfunction

  function over(input integer state);
    over = GAME == ADDERS ? state / 2 >= 8 : state / 2 == 0;
  endfunction

  // Adder 0, 40, 70, 100; taker 0, 10, 50; watcher 25, 100. Or 0, 100 of the first and of the second player.
  function [GOALS-1:0] goals_of(input integer state);
    integer number, odd;
    begin
      number = state / 2;
      odd = state % 2;
      goals_of = {GOALS{1'b0}};
      if (GAME == ADDERS) begin
        goals_of[0] = number < 8;
        goals_of[1] = number == 8 && odd == 0;
        goals_of[2] = number == 8 && odd == 1;
        goals_of[3] = number == 9;
        goals_of[4] = number == 9 && odd == 1;
        goals_of[5] = number == 8 && odd == 1;
        goals_of[6] = number == 8;
        goals_of[7] = 1'b1;
        goals_of[8] = odd == 1;
      end else
        goals_of = odd == 1 ? 4'b0110 : 4'b1001;
    end
  endfunction

  // What counts, of goals: a role has this value and no other. Those of the second player are the first one's.
  function [COUNTERS-5:0] values_of(input integer state);
    reg [GOALS-1:0] goals;
    begin
      goals = goals_of(state);
      values_of = goals[COUNTERS-5:0];
      if (GAME == ADDERS) begin
        if (goals[4] + goals[5] + goals[6] > 1)
          values_of[6:4] = 3'd0;
        if (goals[7] && goals[8])
          values_of[8:7] = 2'd0;
      end
    end
  endfunction

  function integer first_move(input integer role);
    first_move = GAME == ADDERS ? 3 * role : (TAKES + 1) * role;
  endfunction

  function integer moves_of(input integer role);
    moves_of = GAME == ADDERS ? 3 : TAKES + 1;
  endfunction

  function [63:0] mix(input [63:0] number);
    begin
      mix = (number ^ number >> 30) * 64'hbf58476d1ce4e5b9;
      mix = (mix ^ mix >> 27) * 64'h94d049bb133111eb;
      mix = mix ^ mix >> 31;
    end
  endfunction

  // First bits of a generator: stream after stream.
  function [63:0] first_bits(input [63:0] origin, input integer of_lane, input integer generator);
    begin
      first_bits = mix(origin + (of_lane * GENERATORS + generator + 1) * 64'h9e3779b97f4a7c15);
      if (first_bits == 64'd0)
        first_bits = 64'd1;
    end
  endfunction

  // The state after so many new bits, bit 0 being the oldest.
  function [63:0] after_bits(input [63:0] bits, input integer count);
    integer made;
    begin
      after_bits = bits;
      for (made = 0; made < count; made = made + 1)
        after_bits = {after_bits[0] ^ after_bits[10] ^ after_bits[18] ^ after_bits[29], after_bits[63:1]};
    end
  endfunction

  // The newest `count` of them as a number, the first one made highest.
  function integer newest(input [63:0] bits, input integer count);
    integer made;
    begin
      newest = 0;
      for (made = 64 - count; made < 64; made = made + 1)
        newest = 2 * newest + (bits[made] ? 1 : 0);
    end
  endfunction

  // The generators after a turn, whether or not somebody had it.
  function [127:0] after_turn(input [127:0] bits);
    after_turn = {after_bits(bits[127:64], DRAWN), after_bits(bits[63:0], GIVES)};
  endfunction

  // One step: what each role draws and does, and the state that comes of it. `bits` are those before the turn.
  task model_step(
      input integer state, input [127:0] bits, output reg [MOVES-1:0] does, output reg stuck, output integer code,
      output integer next
  );
    reg [MOVES-1:0] legal;
    reg [63:0]      generator;
    integer role, draw, choices, number, move, amount, taken;
    begin
      legal = legal_of(state);
      does = {MOVES{1'b0}};
      stuck = 1'b0;
      code = 0;
      amount = 0;
      taken = 0;
      for (role = 0; role < ROLES; role = role + 1) begin
        generator = role == 2 ? bits[127:64] : bits[63:0];
        if (GAME == ADDERS || role == 0)
          draw = newest(after_bits(generator, role == 1 ? 2 * DRAWN : DRAWN), DRAWN);
        choices = 0;
        for (move = 0; move < moves_of(role); move = move + 1)
          choices = choices + (legal[first_move(role) + move] ? 1 : 0);
        stuck = stuck || choices == 0;
        number = (draw * choices) >> DRAWN;
        if (GAME == ADDERS)
          code = code + (number << (2 * role));
        else
          code = code + number;
        for (move = 0; move < moves_of(role); move = move + 1)
          if (legal[first_move(role) + move]) begin
            if (number == 0) begin
              does[first_move(role) + move] = 1'b1;
              if (GAME == ADDERS && role == 1)
                taken = move;
              else if (role == (GAME == ADDERS ? 0 : state % 2))
                amount = move + 1;
            end
            number = number - 1;
          end
      end
      if (GAME == ADDERS) begin
        next = state / 2 + amount > 9 ? 9 : state / 2 + amount;
        next = next > taken ? next - taken : 0;
        next = 2 * next + (does[8] ? 1 : 0);
      end else
        next = 2 * (state / 2 - amount) + 1 - state % 2;
    end
  endtask
