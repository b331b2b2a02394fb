"""The games of several players among the rule sheets of the package, written again.

Plain Python that knows no GDL. A game has `roles`, states that can be hashed, `start`,
`legal(state)`: the moves of each role by the names of the sheet, `after(state, moves)`,
`over(state)` and `goals(state)`.
"""

from itertools import product

from sheet_rounds import (
    DiceRace,
    Meeting,
    PrisonersDilemma,
    RockPaperScissors,
    ThreePlayerBoxes,
    won,
)

LINES = [[3 * i + j for j in range(3)] for i in range(3)]
LINES += [list(line) for line in zip(*LINES, strict=True)] + [[0, 4, 8], [2, 4, 6]]


class InTurn:
    """Two roles that move one after the other; the last item of a state is whose turn it is."""

    def legal(self, state):
        moves = [["noop"], ["noop"]]
        moves[state[-1]] = self.moves(state)
        return moves

    def after(self, state, joint):
        return self.moved(state, joint[state[-1]])


def three_in_a_row(board):
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != " "), None)


def cells(board):
    return [f"(mark {i // 3 + 1} {i % 3 + 1})" for i, sign in enumerate(board) if sign == " "]


def marked(board, move, sign):
    row, column = (int(n) for n in move[6:-1].split())
    at = 3 * row + column - 4
    return board[:at] + sign + board[at + 1 :]


class TicTacToe(InTurn):
    roles = ("x", "o")
    start = (" " * 9, 0)

    def moves(self, state):
        return cells(state[0])

    def moved(self, state, move):
        return marked(state[0], move, self.roles[state[1]]), 1 - state[1]

    def over(self, state):
        return " " not in state[0] or three_in_a_row(state[0]) is not None

    def goals(self, state):
        winner = three_in_a_row(state[0])
        return won("xo".find(winner or "x"), winner is not None)


class BiddingTicTacToe:
    """A state: the board, the coins of both, who has the advantage, who is to mark (or None)."""

    roles = ("x", "o")
    start = (" " * 9, (4, 4), 0, None)

    def legal(self, state):
        board, coins, _, mover = state
        if mover is None:
            return [[f"(bid {k})" for k in range(n + 1)] for n in coins]
        moves = [["noop"], ["noop"]]
        moves[mover] = cells(board)
        return moves

    def after(self, state, joint):
        board, coins, advantage, mover = state
        if mover is not None:
            return marked(board, joint[mover], self.roles[mover]), coins, advantage, None
        bids = [int(move[5:-1]) for move in joint]
        tied = bids[0] == bids[1]
        winner = advantage if tied else bids.index(max(bids))
        pay = max(bids) * (1 if winner == 0 else -1)
        advantage = 1 - advantage if tied else advantage
        return board, (coins[0] - pay, coins[1] + pay), advantage, winner

    over, goals = TicTacToe.over, TicTacToe.goals


class ConnectFour(InTurn):
    """A state: the columns from below, and whose turn it is."""

    roles = ("red", "yellow")
    start = (("",) * 7, 0)

    def moves(self, state):
        return [f"(drop {c + 1})" for c, column in enumerate(state[0]) if len(column) < 6]

    def moved(self, state, move):
        columns, at = list(state[0]), int(move[6:-1]) - 1
        columns[at] += self.roles[state[1]][0]
        return tuple(columns), 1 - state[1]

    def winner(self, state):
        grid = [column.ljust(6) for column in state[0]]
        for c, r, (x, y) in product(range(7), range(6), [(1, 0), (0, 1), (1, 1), (1, -1)]):
            if c + 3 * x < 7 and 0 <= r + 3 * y < 6:
                line = {grid[c + k * x][r + k * y] for k in range(4)}
                if line in ({"r"}, {"y"}):
                    return "ry".index(line.pop())
        return None

    def over(self, state):
        return self.winner(state) is not None or all(len(column) == 6 for column in state[0])

    def goals(self, state):
        winner = self.winner(state)
        return won(winner or 0, winner is not None)


class Nim(InTurn):
    roles = ("first", "second")
    start = (3, 5, 7, 0)

    def moves(self, state):
        return [f"(take {h} {k})" for h, n in zip("abc", state[:3]) for k in range(1, n + 1)]

    def moved(self, state, move):
        heap, count = move[6:-1].split()
        heaps = list(state[:3])
        heaps["abc".index(heap)] -= int(count)
        return *heaps, 1 - state[3]

    def over(self, state):
        return not any(state[:3])

    def goals(self, state):
        return won(1 - state[3], self.over(state))


class Breakthrough(InTurn):
    """A state: the rows from the first, and whose turn it is."""

    roles = ("white", "black")
    start = (("w" * 8,) * 2 + ("." * 8,) * 4 + ("b" * 8,) * 2, 0)

    def moves(self, state):
        board, turn = state
        own, ahead = "wb"[turn], (1, -1)[turn]
        moves = []
        for r, c, side in product(range(8), range(8), (-1, 0, 1)):
            s, d = r + ahead, c + side
            if board[r][c] != own or not (0 <= s < 8 and 0 <= d < 8):
                continue
            if board[s][d] == "." or (side and board[s][d] != own):
                moves.append(f"(move {r + 1} {c + 1} {s + 1} {d + 1})")
        return moves

    def moved(self, state, move):
        a, b, c, d = (int(n) - 1 for n in move[6:-1].split())
        board = [list(row) for row in state[0]]
        board[c][d], board[a][b] = board[a][b], "."
        return tuple("".join(row) for row in board), 1 - state[1]

    def winner(self, state):
        board = state[0]
        if "w" in board[7] or not any("b" in row for row in board):
            return 0
        return 1 if "b" in board[0] or not any("w" in row for row in board) else None

    def over(self, state):
        return self.winner(state) is not None

    def goals(self, state):
        winner = self.winner(state)
        return won(winner or 0, winner is not None)


class Reversi(InTurn):
    """A state: the board by (row, column) in a frozen set of items, and whose turn it is."""

    roles = ("black", "white")
    start = (frozenset([((4, 4), 1), ((4, 5), 0), ((5, 4), 0), ((5, 5), 1)]), 0)
    compass = tuple(way for way in product((-1, 0, 1), repeat=2) if any(way))

    def turned(self, board, player, at):
        """The discs that player would turn by placing one."""
        all_turned = []
        for r, c in self.compass:
            line, (x, y) = [], (at[0] + r, at[1] + c)
            while board.get((x, y)) == 1 - player:
                line.append((x, y))
                x, y = x + r, y + c
            if board.get((x, y)) == player:
                all_turned += line
        return all_turned

    def places(self, board, player):
        squares = product(range(1, 9), repeat=2)
        return [at for at in squares if at not in board and self.turned(board, player, at)]

    def moves(self, state):
        places = self.places(dict(state[0]), state[1])
        return [f"(place {r} {c})" for r, c in places] or ["noop"]

    def moved(self, state, move):
        board, player = dict(state[0]), state[1]
        if move != "noop":
            at = tuple(int(n) for n in move[7:-1].split())
            board |= dict.fromkeys([at, *self.turned(board, player, at)], player)
        return frozenset(board.items()), 1 - player

    def over(self, state):
        board = dict(state[0])
        return not self.places(board, 0) and not self.places(board, 1)

    def goals(self, state):
        discs = [disc for _, disc in state[0]]
        white, black = sum(discs), len(discs) - sum(discs)
        return won(int(white > black), white != black)


class Checkers(InTurn):
    """A state: the pieces by (row, column) in a frozen set of items, a letter each, large for a
    king; the square of the piece that must go on jumping or None; the steps; whose turn it is.
    """

    roles = ("black", "white")
    dark = tuple((r, c) for r, c in product(range(1, 9), repeat=2) if (r + c) % 2 == 0)
    men = frozenset((s, "b" if s[0] < 4 else "w") for s in dark if s[0] not in (4, 5))
    start = (men, None, 0, 0)

    def ways(self, piece):
        rows = {"b": [1], "w": [-1]}.get(piece, [1, -1])
        return list(product(rows, (1, -1)))

    def jumps(self, board, at):
        own = board[at].lower()
        for r, c in self.ways(board[at]):
            over, to = (at[0] + r, at[1] + c), (at[0] + 2 * r, at[1] + 2 * c)
            if over in board and board[over].lower() != own and to in self.dark and to not in board:
                yield over, to

    def moves(self, state):
        board, jumping, _, turn = dict(state[0]), *state[1:]
        pieces = sorted(at for at, piece in board.items() if piece.lower() == "bw"[turn])
        pieces = [jumping] if jumping else pieces
        jumps = [(at, to) for at in pieces for _, to in self.jumps(board, at)]
        if jumps:
            return [f"(jump {a} {b} {c} {d})" for (a, b), (c, d) in jumps]
        steps = [(at, (at[0] + r, at[1] + c)) for at in pieces for r, c in self.ways(board[at])]
        good = [(at, to) for at, to in steps if to in self.dark and to not in board]
        return [f"(move {a} {b} {c} {d})" for (a, b), (c, d) in good]

    def moved(self, state, move):
        board, _, steps, turn = dict(state[0]), *state[1:]
        a, b, c, d = (int(n) for n in move[6:-1].split())
        piece = board.pop((a, b))
        jumped = abs(a - c) == 2
        if jumped:
            del board[(a + c) // 2, (b + d) // 2]
        crowned = piece == "bw"[turn] and c == (8, 1)[turn]
        board[c, d] = piece.upper() if crowned else piece
        on = jumped and not crowned and any(self.jumps(board, (c, d)))
        turn = turn if on else 1 - turn
        return frozenset(board.items()), (c, d) if on else None, steps + 1, turn

    def over(self, state):
        return state[2] == 100 or not self.moves(state)

    def goals(self, state):
        return won(1 - state[3], not self.moves(state))


MATCHES = {
    "tic_tac_toe": TicTacToe(),
    "bidding_tic_tac_toe": BiddingTicTacToe(),
    "connect_four": ConnectFour(),
    "nim": Nim(),
    "breakthrough": Breakthrough(),
    "reversi": Reversi(),
    "checkers": Checkers(),
    "rock_paper_scissors": RockPaperScissors(),
    "prisoners_dilemma": PrisonersDilemma(),
    "meeting": Meeting(),
    "three_player_boxes": ThreePlayerBoxes(),
    "dice_race": DiceRace(),
}
