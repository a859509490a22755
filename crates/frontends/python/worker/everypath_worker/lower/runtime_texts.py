"""Methods of texts, as they are lowered: their elements are the numbers of
their characters. Nothing here is ever run."""


def text__len__(self):
    return _length(self)


def text__getitem__(self, index):
    return _character(self, _place(self, index))


def text__eq__(self, other):
    if not _is_text(other):
        return _mirrored(self, other)
    return _all_alike(self, other)


def _compared(self, other):
    if not _is_text(other):
        raise TypeError
    for place in _places(self):
        if place >= _length(other):
            break
        difference = _element(self, place) - _element(other, place)
        if difference != 0:
            return difference
    return _length(self) - _length(other)


def text__lt__(self, other):
    return _compared(self, other) < 0


def text__le__(self, other):
    return _compared(self, other) <= 0


def text__gt__(self, other):
    return _compared(self, other) > 0


def text__ge__(self, other):
    return _compared(self, other) >= 0


def _begins(self, other, place):
    if place + _length(other) > _length(self):
        return False
    for offset in _places(other):
        if _element(self, place + offset) != _element(other, offset):
            return False
    return True


def text__contains__(self, other):
    if not _is_text(other):
        raise TypeError
    return text_find(self, other) >= 0


def text_find(self, other):
    if not _is_text(other):
        raise TypeError
    if _length(other) == 0:
        return 0
    for place in _places(self):
        if _begins(self, other, place):
            return place
    return -1


def text_startswith(self, other):
    if not _is_text(other):
        _lost("asks for one of several beginnings")
    return _begins(self, other, 0)


def text_endswith(self, other):
    if not _is_text(other):
        _lost("asks for one of several ends")
    if _length(other) > _length(self):
        return False
    return _begins(self, other, _length(self) - _length(other))


def text_isdigit(self):
    if _length(self) == 0:
        return False
    for place in _places(self):
        code = _element(self, place)
        if code > 127:
            _lost("asks for digits beyond ASCII")
        if code < 48 or code > 57:
            return False
    return True


def text__add__(self, other):
    if not _is_text(other):
        raise TypeError
    result = []
    _append_all(result, self)
    _append_all(result, other)
    return _as_text(result)


def text_slice(self, low, high):
    return _as_text(_sliced(self, low, high))


def text_index(self, other):
    place = text_find(self, other)
    if place < 0:
        raise ValueError
    return place


def _turned(self, first, last, by):
    result = []
    for place in _places(self):
        code = _element(self, place)
        if code > 127:
            _lost("turns letters beyond ASCII")
        if code >= first and code <= last:
            code = code + by
        list_append(result, code)
    return _as_text(result)


def text_upper(self):
    return _turned(self, 97, 122, -32)


def text_lower(self):
    return _turned(self, 65, 90, 32)


def _is_letter(code):
    if code > 127:
        _lost("asks for letters beyond ASCII")
    if code >= 65 and code <= 90:
        return True
    return code >= 97 and code <= 122


def text_isalpha(self):
    for place in _places(self):
        if not _is_letter(_element(self, place)):
            return False
    return _length(self) > 0


def text_isalnum(self):
    for place in _places(self):
        code = _element(self, place)
        if not _is_letter(code):
            if code < 48 or code > 57:
                return False
    return _length(self) > 0


def _is_blank(code):
    if code > 127:
        _lost("asks for blanks beyond ASCII")
    if code >= 9 and code <= 13:
        return True
    return code >= 28 and code <= 32


def text_isspace(self):
    for place in _places(self):
        if not _is_blank(_element(self, place)):
            return False
    return _length(self) > 0


def text_strip(self):
    begin = -1
    end = 0
    for place in _places(self):
        if not _is_blank(_element(self, place)):
            if begin < 0:
                begin = place
            end = place + 1
    if begin < 0:
        return ""
    return text_slice(self, begin, end)
