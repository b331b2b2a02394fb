"""More games for testdata/oracles/games.py, written from their rules in the simplest way."""

OVER, CHANCE = -1, -2


class Breakthrough:
    players = 2

    def __init__(self, width=8, height=8):
        self.width, self.height = width, height

    def initial(self):
        rows = ["B"] * 2 + ["."] * (self.height - 4) + ["W"] * 2
        return "/".join(mark * self.width for mark in rows) + " W"

    def turn(self, state):
        board, mover = state.split()
        top, *_, bottom = board.split("/")
        over = "W" in top or "B" in bottom or "W" not in board or "B" not in board
        return OVER if over else "WB".index(mover)

    def moves(self, state):
        """Names, with the boards after."""
        board, mover = state.split()
        rows = board.split("/")
        other, down = ("B", -1) if mover == "W" else ("W", 1)
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                for right in (-1, 0, 1) if mark == mover else ():
                    to_x, to_y = x + right, y + down
                    if 0 <= to_x < self.width:
                        there = rows[to_y][to_x]
                        if there == "." or (there == other and right):
                            after = [list(row) for row in rows]
                            after[y][x], after[to_y][to_x] = ".", mover
                            takes = "x" if there == other else ""
                            name = self.square(x, y) + takes + self.square(to_x, to_y)
                            yield name, "/".join(map("".join, after)) + " " + other

    def square(self, x, y):
        return "abcdefgh"[x] + str(self.height - y)

    def successors(self, state):
        mover = self.turn(state)
        for name, after in self.moves(state):
            won = self.turn(after) == OVER
            yield name, [(1, ((1, -1), (-1, 1))[mover] if won else (0, 0), after)]


class Checkers:
    players = 2

    def initial(self):
        board = {square: "b" for square in range(1, 13)}
        return self.text("b", board | {square: "w" for square in range(21, 33)}, 0)

    def text(self, mover, board, quiet):
        def pieces(colour):
            mine = sorted(square for square in board if board[square].lower() == colour)
            return ",".join(("K" if board[n].isupper() else "") + str(n) for n in mine)

        return f"{mover.upper()}:W{pieces('w')}:B{pieces('b')}:H{quiet}"

    def read(self, state):
        mover, white, black, quiet = state.split(":")
        board = {}
        for part in (white, black):
            for piece in filter(None, part[1:].split(",")):
                colour = part[0] if piece[0] == "K" else part[0].lower()
                board[int(piece.lstrip("K"))] = colour
        return mover.lower(), board, int(quiet[1:])

    def place(self, square):
        y, x = divmod(square - 1, 4)
        return 2 * x + 1 - y % 2, y

    def square(self, x, y):
        return 4 * y + x // 2 + 1 if 0 <= x < 8 and 0 <= y < 8 else None

    def ways(self, piece):
        return [
            (x, y)
            for x in (-1, 1)
            for y in (-1, 1)
            if piece.isupper() or y == {"b": 1, "w": -1}[piece]
        ]

    def beyond(self, square, way, steps):
        x, y = self.place(square)
        return self.square(x + way[0] * steps, y + way[1] * steps)

    def jumps(self, square, piece, board):
        """The squares of each way to jump on, and what is taken."""
        for way in self.ways(piece):
            over, to = self.beyond(square, way, 1), self.beyond(square, way, 2)
            if to and to not in board and board.get(over, piece).lower() != piece.lower():
                left = {n: p for n, p in board.items() if n != over}
                onward = list(self.jumps(to, piece, left)) or [([], [])]
                for path, taken in onward:
                    yield [to, *path], [over, *taken]

    def moves(self, mover, board):
        """The squares of each move, and what it takes."""
        mine = [square for square in board if board[square].lower() == mover]
        jumps = []
        for square in mine:
            left = {n: p for n, p in board.items() if n != square}
            found = self.jumps(square, board[square], left)
            jumps += [([square, *path], taken) for path, taken in found]
        if jumps:
            return jumps
        steps = [(n, self.beyond(n, way, 1)) for n in mine for way in self.ways(board[n])]
        return [([n, to], []) for n, to in steps if to and to not in board]

    def turn(self, state):
        mover, board, quiet = self.read(state)
        return OVER if quiet == 80 or not self.moves(mover, board) else "bw".index(mover)

    def successors(self, state):
        mover, board, quiet = self.read(state)
        other = "w" if mover == "b" else "b"
        for path, taken in self.moves(mover, board):
            piece = board[path[0]]
            after = {n: p for n, p in board.items() if n not in (path[0], *taken)}
            crowned = path[-1] > 28 if mover == "b" else path[-1] < 5
            after[path[-1]] = piece.upper() if crowned else piece
            count = quiet + 1 if piece.isupper() and not taken else 0
            won = not self.moves(other, after)
            pays = ((1, -1), (-1, 1))["bw".index(mover)] if won else (0, 0)
            name = ("x" if taken else "-").join(map(str, path))
            yield name, [(1, pays, self.text(other, after, count))]


class Einstein:
    players = 2

    def __init__(self, size=5, rows=3):
        self.size, self.sides = size, rows * (rows + 1) // 2
        board, numbers = {}, iter(range(1, 7))
        for y in range(rows):
            for x in range(rows - y):
                number = next(numbers)
                board[x, y] = (0, number)
                board[size - 1 - x, size - 1 - y] = (1, number)
        self.start = self.text(board)

    def text(self, board):
        def mark(place):
            player, number = board.get(place, (0, 0))
            return (".123456", " abcdef")[player][number]

        places = range(self.size)
        return "/".join("".join(mark((x, y)) for x in places) for y in places)

    def read(self, text):
        board = {}
        for y, row in enumerate(text.split("/")):
            for x, mark in enumerate(row):
                if mark != ".":
                    player = int(mark.isalpha())
                    board[x, y] = (player, ("123456", "abcdef")[player].index(mark) + 1)
        return board

    def initial(self):
        return (self.start, None, None)

    def won(self, board, player):
        goal = (self.size - 1, self.size - 1) if player == 0 else (0, 0)
        there = board.get(goal, (None, 0))[0] == player
        return there or all(owner == player for owner, _ in board.values())

    def turn(self, state):
        text, player, die = state
        board = self.read(text)
        if self.won(board, 0) or self.won(board, 1):
            return OVER
        return CHANCE if die is None else player

    def moves(self, board, player, die):
        mine = {number: place for place, (owner, number) in board.items() if owner == player}
        lower = max((n for n in mine if n <= die), default=None)
        higher = min((n for n in mine if n >= die), default=None)
        forward = 1 if player == 0 else -1
        for number in [n for n in (lower, higher) if n][: 1 if die in mine else 2]:
            x, y = mine[number]
            for right, down in ((1, 0), (0, 1), (1, 1)):
                to = x + forward * right, y + forward * down
                if 0 <= min(to) and max(to) < self.size:
                    yield (x, y), to

    def successors(self, state):
        text, player, die = state
        if die is None:
            sides = range(2) if player is None else range(1, self.sides + 1)
            chance = 1 / len(sides)
            states = [(text, n, None) if player is None else (text, player, n) for n in sides]
            yield None, [(chance, (0, 0), after) for after in states]
            return
        board = self.read(text)
        for place, to in self.moves(board, player, die):
            after = {at: stone for at, stone in board.items() if at != place}
            after[to] = board[place]
            pays = ((1, -1), (-1, 1))[player] if self.won(after, player) else (0, 0)
            yield (
                self.square(place) + self.square(to),
                [(1, pays, (self.text(after), 1 - player, None))],
            )

    def square(self, place):
        return "abcdefgh"[place[0]] + str(self.size - place[1])
