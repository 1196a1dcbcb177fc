"""Bodies: strict JSON, an object, and what is said of one that is not."""

import pytest

from service.api.reading import canonical, read_object
from service.faults import MalformedBody


def test_an_object_is_read_as_plain_values() -> None:
    text = '{"a": [1, -2.5, true, null, "\\u00e9\\ud83c\\udca1", {}], "b": 12345678901234567890}'
    assert read_object(text.encode()) == {
        "a": [1, -2.5, True, None, "é🂡", {}],
        "b": 12345678901234567890,
    }


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "Expecting value (line 1, column 1)."),
        (b'{"a": \n ,}', "Expecting value (line 2, column 2)."),
        (b"{} {}", "Extra data (line 1, column 4)."),
        (b"[]", "The body must be a JSON object."),
        (b"null", "The body must be a JSON object."),
        (b'{"a": NaN}', "NaN is not a JSON value."),
        (b'{"a": -Infinity}', "-Infinity is not a JSON value."),
        (b'{"a": 1, "b": {"c": 1, "c": 1}}', "An object holds the name 'c' twice."),
        (b'{"\\u00e9": 1, "\xc3\xa9": 1}', "An object holds the name '\\xe9' twice."),
        (b'{"a": "\xff"}', "It is not UTF-8 (byte 7)."),
        ('{"a": 1}'.encode("utf-16"), "It is not UTF-8 (byte 0)."),
        (b'\xef\xbb\xbf{"a": 1}', "Expecting value (line 1, column 1)."),
        (b'{"a": "\\ud800"}', "A string holds half of a surrogate pair."),
        (b'{"\\udfff": 1}', "A string holds half of a surrogate pair."),
        (b'{"a":' * 20_000, "It is nested too deeply."),
        (b'{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "It is nested too deeply."),
    ],
    ids=range(16),
)
def test_what_is_no_JSON_object_is_refused_with_the_place(body: bytes, detail: str) -> None:
    with pytest.raises(MalformedBody) as refused:
        read_object(body)
    assert refused.value.detail == detail


def test_a_number_of_a_hundred_thousand_digits_is_cheap_and_out_of_every_range() -> None:
    assert read_object(b'{"a": 1' + b"0" * 100_000 + b"}") == {"a": 10**19}


def test_the_same_value_has_the_same_form_in_whatever_order_it_was_sent() -> None:
    one = read_object(b'{"a": 1, "b": {"c": [1, 2], "d": "\\u00e9"}}')
    other = read_object('{ "b": {"d": "é", "c": [1,2]}, "a": 1 }'.encode())
    assert canonical(one) == canonical(other) == '{"a":1,"b":{"c":[1,2],"d":"é"}}'.encode()
    assert canonical(read_object(b'{"a": [2, 1]}')) != canonical(read_object(b'{"a": [1, 2]}'))
