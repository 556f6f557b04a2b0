"""SGF text to nodes: the main line of every game tree, with line numbers. Knows nothing of backgammon."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Node:
    """Properties of one node, in order: name to values, escapes undone. line: where it begins, from 1."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """The first value of a property, None where the node does not have it."""
        values = self.properties.get(name)
        return values[0] if values else None


@dataclass(slots=True)
class Tree:
    """The main line of one game tree. problem: line and cause where it is broken off."""

    nodes: list[Node] = field(default_factory=list)
    problem: tuple[int, str] | None = None


def parse_sgf(text: str) -> list[Tree]:
    """All game trees of a text; of variations only the first is followed. Never raises.

    After an error the next tree is looked for at a line that begins with `(;`.
    """
    trees: list[Tree] = []
    at = text.find("(")
    while at >= 0:
        reader = _Reader(text, at)
        trees.append(reader.tree())
        at = text.find("(", reader.at)
        if trees[-1].problem:
            following = text.find("\n(;", reader.at)
            at = following + 1 if following >= 0 else -1
    return [tree for tree in trees if tree.nodes or tree.problem]


class _Reader:
    """Reads one game tree from its opening bracket; `at` is then behind it."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.line = text.count("\n", 0, at) + 1

    def tree(self) -> Tree:
        tree = Tree()
        depth = 0
        ended_at: int | None = None
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
                if ended_at is None:
                    ended_at = depth
                if depth == 0:
                    self.at += 1
                    return tree
            elif char == ";":
                self.at += 1
                node = Node(self.line)
                problem = self._properties(node)
                if ended_at is None:
                    tree.nodes.append(node)
                if problem:
                    tree.problem = (self.line, problem)
                    return tree
                continue
            elif not char.isspace():
                tree.problem = (self.line, f"{char!r} where a node or a bracket is needed")
                return tree
            self._step()
        tree.problem = (self.line, "the file ends before the game is closed by ')'")
        return tree

    def _step(self) -> None:
        if self.text[self.at] == "\n":
            self.line += 1
        self.at += 1

    def _spaces(self) -> str:
        """Skip blanks; the character after them, empty at the end of the text."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self._step()
        return self.text[self.at] if self.at < len(self.text) else ""

    def _properties(self, node: Node) -> str | None:
        """Read the properties of a node; what is wrong, None where nothing is."""
        while True:
            char = self._spaces()
            if not (char.isascii() and char.isalpha()):
                return None
            start = self.at
            while self.at < len(self.text) and self.text[self.at].isascii() and self.text[self.at].isalpha():
                self.at += 1
            name = "".join(letter for letter in self.text[start : self.at] if letter.isupper())
            values = node.properties.setdefault(name, [])
            if self._spaces() != "[":
                return f"property {self.text[start : self.at][:20]!r} has no value in brackets"
            while self._spaces() == "[":
                value = self._value()
                if value is None:
                    return f"the value of {name[:20]!r} is not closed by ']'"
                values.append(value)

    def _value(self) -> str | None:
        self.at += 1
        parts: list[str] = []
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "]":
                self.at += 1
                return "".join(parts)
            if char == "\\":
                self._step()
                if self.at >= len(self.text):
                    return None
                char = self.text[self.at]
                if char != "\n":
                    parts.append(char)
            else:
                parts.append(char)
            self._step()
        return None
