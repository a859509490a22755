"""The subjects of the classifier's bench: MIPC, and the classes of the thesis."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Subject:
    """A published class, by its Maven coordinates; without any, one of the tests' own."""

    name: str
    artifact: str = ""

    @property
    def simple(self) -> str:
        return self.name.rsplit(".", 1)[-1]


SUBJECTS = [
    Subject("Mipc10"),
    Subject("Mipc20"),
    Subject("Mipc40"),
    Subject("org.apache.dubbo.common.utils.StringUtils", "org.apache.dubbo:dubbo-common:3.2.16"),
    Subject("com.alibaba.fastjson.parser.JSONReaderScanner", "com.alibaba:fastjson:1.2.83"),
    Subject("com.google.gson.internal.LinkedHashTreeMap", "com.google.code.gson:gson:2.8.9"),
    Subject("com.google.common.primitives.SignedBytes", "com.google.guava:guava:33.3.1-jre"),
    Subject("com.google.common.primitives.UnsignedLongs", "com.google.guava:guava:33.3.1-jre"),
    Subject("com.google.common.net.MediaType", "com.google.guava:guava:33.3.1-jre"),
    Subject(
        "org.apache.commons.imaging.formats.bmp.BmpImageParser",
        "org.apache.commons:commons-imaging:1.0-alpha3",
    ),
    Subject("org.la4j.matrix.sparse.CRSMatrix", "org.la4j:la4j:0.6.0"),
    Subject("org.apache.pdfbox.pdfparser.EndstreamOutputStream", "org.apache.pdfbox:pdfbox:2.0.32"),
    Subject(
        "weka.classifiers.bayes.net.EditableBayesNet", "nz.ac.waikato.cms.weka:weka-stable:3.8.6"
    ),
]

# Most tests in any run with and without the classifier: tables of sections 3.3
# and 4.3. A run took an hour.
THESIS = {
    "Mipc10": (32, 26),
    "Mipc20": (32, 18),
    "Mipc40": (31, 15),
    "StringUtils": (116, 114),
    "JSONReaderScanner": (101, 125),
    "LinkedHashTreeMap": (184, 162),
    "SignedBytes": (437, 300),
    "UnsignedLongs": (176, 228),
    "MediaType": (109, 105),
    "BmpImageParser": (100, 84),
    "CRSMatrix": (107, 193),
    "EndstreamOutputStream": (97, 87),
    "EditableBayesNet": (829, 388),
}
