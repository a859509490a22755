"""Methods of builtin types, as they are lowered. Nothing here is ever run: the
names that begin with `_` are what sequences are made of."""


def integer_power(base, exponent):
    if exponent < 0:
        _lost("applies ** to a negative exponent")
    result = 1
    while exponent > 0:
        result = result * base
        exponent = exponent - 1
    return result


def _place(self, index):
    if not _whole(index):
        if _is_object(index):
            _lost("takes a slice or indexes by an object")
        raise TypeError
    if index < 0:
        index = index + _length(self)
    if index < 0 or index >= _length(self):
        raise IndexError
    return index


# Lists.


def list__len__(self):
    return _length(self)


def list__getitem__(self, index):
    return _element(self, _place(self, index))


def list__setitem__(self, index, value):
    _set_element(self, _place(self, index), value)


def list__delitem__(self, index):
    _close(self, _place(self, index))


def _close(self, place):
    last = _length(self) - 1
    for here in _places(self):
        if here >= place and here < last:
            _set_element(self, here, _element(self, here + 1))
    _set_length(self, last)


def list__contains__(self, item):
    for place in _places(self):
        if _alike(_element(self, place), item):
            return True
    return False


def list__eq__(self, other):
    if not _is_list(other):
        return _mirrored(self, other)
    return _all_alike(self, other)


def _all_alike(self, other):
    if _length(self) != _length(other):
        return False
    for place in _places(self):
        if not _alike(_element(self, place), _element(other, place)):
            return False
    return True


def list_append(self, item):
    length = _length(self)
    if length >= _capacity(self):
        _beyond()
    _set_element(self, length, item)
    _set_length(self, length + 1)


def list_extend(self, other):
    if not _is_sequence(other):
        _lost("extends a list by what is no list")
    length = _length(other)
    for place in _places(other):
        if place >= length:
            return
        list_append(self, _element(other, place))


def list__iadd__(self, other):
    list_extend(self, other)
    return self


def list__add__(self, other):
    if not _is_list(other):
        raise TypeError
    result = list_copy(self)
    list_extend(result, other)
    return result


def list__mul__(self, count):
    if not _whole(count):
        if _is_object(count):
            _lost("multiplies a list by an object")
        raise TypeError
    result = []
    while count > 0:
        list_extend(result, self)
        count = count - 1
    return result


def list__rmul__(self, count):
    return list__mul__(self, count)


def list_copy(self):
    result = []
    list_extend(result, self)
    return result


def list_pop(self, index=-1):
    if _length(self) == 0:
        raise IndexError
    place = _place(self, index)
    item = _element(self, place)
    _close(self, place)
    return item


def list_insert(self, index, item):
    if not _whole(index):
        raise TypeError
    length = _length(self)
    if index < 0:
        index = index + length
        if index < 0:
            index = 0
    if index > length:
        index = length
    list_append(self, item)
    moved = item
    for place in _places(self):
        if place >= index:
            here = _element(self, place)
            _set_element(self, place, moved)
            moved = here


def list_index(self, item):
    for place in _places(self):
        if _alike(_element(self, place), item):
            return place
    raise ValueError


def list_remove(self, item):
    _close(self, list_index(self, item))


def list_count(self, item):
    count = 0
    for place in _places(self):
        if _alike(_element(self, place), item):
            count = count + 1
    return count


def list_clear(self):
    _set_length(self, 0)


def list_reverse(self):
    low = 0
    high = _length(self) - 1
    while low < high:
        item = _element(self, low)
        _set_element(self, low, _element(self, high))
        _set_element(self, high, item)
        low = low + 1
        high = high - 1


def _bound(self, bound, default):
    if bound is None:
        return default
    if not _whole(bound):
        _lost("takes a slice by what is no integer")
    length = _length(self)
    if bound < 0:
        bound = bound + length
        if bound < 0:
            bound = 0
    if bound > length:
        bound = length
    return bound


def _sliced(self, low, high):
    begin = _bound(self, low, 0)
    end = _bound(self, high, _length(self))
    result = []
    for place in _places(self):
        if place >= begin and place < end:
            list_append(result, _element(self, place))
    return result


# Named so that no method of a program can be meant.
def list_slice(self, low, high):
    return _sliced(self, low, high)


# Tuples.


def tuple__len__(self):
    return _length(self)


def tuple__getitem__(self, index):
    return _element(self, _place(self, index))


def tuple__contains__(self, item):
    return list__contains__(self, item)


def tuple__eq__(self, other):
    if not _is_tuple(other):
        return _mirrored(self, other)
    return _all_alike(self, other)


def tuple__add__(self, other):
    if not _is_tuple(other):
        raise TypeError
    result = []
    _append_all(result, self)
    _append_all(result, other)
    return _as_tuple(result)


def tuple_slice(self, low, high):
    return _as_tuple(_sliced(self, low, high))


def tuple_index(self, item):
    return list_index(self, item)


def tuple_count(self, item):
    return list_count(self, item)


def _append_all(result, other):
    for place in _places(other):
        list_append(result, _element(other, place))


# Sets: what is in them is told apart as in a list; nobody sees their order.


def set__len__(self):
    return _length(self)


def set__contains__(self, item):
    _require_hashable(item)
    return list__contains__(self, item)


def set_add(self, item):
    if not set__contains__(self, item):
        list_append(self, item)


def set_discard(self, item):
    _require_hashable(item)
    for place in _places(self):
        if _alike(_element(self, place), item):
            _close(self, place)
            return


def set_remove(self, item):
    if not set__contains__(self, item):
        raise KeyError
    set_discard(self, item)


def set_clear(self):
    _set_length(self, 0)


# What `id` answers.


def identity__eq__(self, other):
    if not _is_identity(other):
        _lost("compares an identity with something else")
    return _same_identity(self, other)
