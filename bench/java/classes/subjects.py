"""The classes of the bench, by Maven coordinates, and what the thesis reached."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Subject:
    """A published class."""

    name: str
    artifact: str

    @property
    def simple(self) -> str:
        return self.name.rsplit(".", 1)[-1]


SUBJECTS = [
    Subject("org.apache.commons.cli.CommandLine", "commons-cli:commons-cli:1.9.0"),
    Subject(
        "org.apache.commons.codec.language.DoubleMetaphone", "commons-codec:commons-codec:1.17.1"
    ),
    Subject("org.joda.time.format.DateTimeFormat", "joda-time:joda-time:2.13.0"),
    Subject(
        "org.apache.commons.math3.transform.FastFourierTransformer",
        "org.apache.commons:commons-math3:3.6.1",
    ),
    Subject("org.jdom2.Attribute", "org.jdom:jdom2:2.0.6.1"),
    Subject(
        "com.prowidesoftware.swift.model.IBAN", "com.prowidesoftware:pw-swift-core:SRU2024-9.5.5"
    ),
    Subject(
        "com.prowidesoftware.swift.model.BIC", "com.prowidesoftware:pw-swift-core:SRU2024-9.5.5"
    ),
    Subject("com.google.common.primitives.SignedBytes", "com.google.guava:guava:33.3.1-jre"),
    Subject("com.google.common.primitives.UnsignedLongs", "com.google.guava:guava:33.3.1-jre"),
    Subject("com.google.gson.internal.LinkedTreeMap", "com.google.code.gson:gson:2.11.0"),
    Subject("org.apache.commons.lang3.StringUtils", "org.apache.commons:commons-lang3:3.17.0"),
    Subject("org.apache.commons.lang3.math.NumberUtils", "org.apache.commons:commons-lang3:3.17.0"),
    Subject("org.apache.commons.lang3.math.Fraction", "org.apache.commons:commons-lang3:3.17.0"),
]

# Mean coverage in percent of the generational search, table 5.2 of the thesis.
THESIS = {"IBAN": 6.5, "FastFourierTransformer": 4.0, "DateTimeFormat": 46.1}
