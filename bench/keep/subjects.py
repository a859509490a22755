"""What the suites are written for: published code, by its name in a package registry. None
of it is used anywhere else in the tree, and none was written with Everypath in mind."""

from dataclasses import dataclass

# All run on Python 3.9 to 3.13.
PACKAGES = [
    "cachetools==6.2.6",
    "convertdate==2.5.1",
    "croniter==6.2.4",
    "docopt==0.6.2",
    "geographiclib==2.1",
    "idna==3.20",
    "itsdangerous==2.2.0",
    "nanoid==2.0.0",
    "natsort==8.4.0",
    "netaddr==1.3.0",
    "num2words==0.5.14",
    "ordered-set==4.1.0",
    "python-dateutil==3.0.0",
    "python-slugify==8.0.4",
    "pytimeparse==1.1.8",
    "shortuuid==1.0.13",
    "tabulate==0.9.0",
    "toolz==1.2.0",
    "utm==0.8.1",
    "validators==0.35.0",
    "wcwidth==0.9.4",
    "webcolors==24.11.1",
    "zxcvbn==4.5.0",
]

MODULES = [
    "webcolors._conversion",
    "croniter.croniter",
    "shortuuid.main",
    "ordered_set",
    "dateutil.relativedelta",
    "wcwidth.align",
    "natsort.utils",
    "tabulate",
    "num2words.lang_EN",
    "pytimeparse.timeparse",
    "toolz.dicttoolz",
    "idna.core",
    "zxcvbn.scoring",
    "slugify.slugify",
    "nanoid.method",
    "geographiclib.geomath",
    "itsdangerous.timed",
    "cachetools",
    "utm.conversion",
    "docopt",
    "netaddr.strategy.ipv4",
    "convertdate.gregorian",
    "validators.card",
]


@dataclass(frozen=True)
class Class:
    """A Java class, and the artifact that holds it."""

    name: str
    artifact: str


CLASSES = [
    Class("org.apache.commons.text.WordUtils", "org.apache.commons:commons-text:1.12.0"),
    Class("org.joda.money.BigMoney", "org.joda:joda-money:1.0.5"),
    Class("org.threeten.extra.YearQuarter", "org.threeten:threeten-extra:1.8.0"),
    Class("org.apache.commons.io.FilenameUtils", "commons-io:commons-io:2.17.0"),
    Class("com.github.zafarkhaja.semver.Version", "com.github.zafarkhaja:java-semver:0.10.2"),
    Class(
        "org.apache.commons.validator.routines.checkdigit.ISBN10CheckDigit",
        "commons-validator:commons-validator:1.9.0",
    ),
    Class(
        "org.apache.commons.collections4.queue.CircularFifoQueue",
        "org.apache.commons:commons-collections4:4.4",
    ),
    Class(
        "org.apache.commons.numbers.core.ArithmeticUtils",
        "org.apache.commons:commons-numbers-core:1.2",
    ),
    Class("org.jsoup.parser.TokenQueue", "org.jsoup:jsoup:1.18.1"),
    Class("org.yaml.snakeyaml.util.ArrayStack", "org.yaml:snakeyaml:2.3"),
    Class(
        "com.fasterxml.jackson.core.io.NumberInput",
        "com.fasterxml.jackson.core:jackson-core:2.18.0",
    ),
    Class("com.carrotsearch.hppc.BitSet", "com.carrotsearch:hppc:0.9.1"),
    Class("org.roaringbitmap.Util", "org.roaringbitmap:RoaringBitmap:1.3.0"),
    Class("org.apache.commons.net.util.SubnetUtils", "commons-net:commons-net:3.11.1"),
    Class("org.locationtech.jts.geom.Envelope", "org.locationtech.jts:jts-core:1.20.0"),
    Class("org.json.JSONArray", "org.json:json:20240303"),
    Class("org.json.Cookie", "org.json:json:20240303"),
    Class("com.eclipsesource.json.JsonObject", "com.eclipsesource.minimal-json:minimal-json:0.9.5"),
    Class("com.github.f4b6a3.ulid.Ulid", "com.github.f4b6a3:ulid-creator:5.2.3"),
    Class("org.apache.commons.csv.CSVFormat", "org.apache.commons:commons-csv:1.12.0"),
    Class("org.threeten.extra.Interval", "org.threeten:threeten-extra:1.8.0"),
    Class(
        "org.apache.commons.text.similarity.LevenshteinDistance",
        "org.apache.commons:commons-text:1.12.0",
    ),
    Class("org.owasp.encoder.Encode", "org.owasp.encoder:encoder:1.3.1"),
]


@dataclass(frozen=True)
class Source:
    """A C file, or a function of it, of a Debian source package."""

    package: str
    # Relative to the package; it is also what the unpacked directory is known by.
    file: str
    function: str = ""
    # Relative directories of headers, and flags.
    include: tuple[str, ...] = (".",)
    flags: tuple[str, ...] = ()
    # What the file calls: other sources of the package.
    others: tuple[str, ...] = ()
    # Headers that the package's build writes; for this file they may be empty.
    empty: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        function = "::" + self.function if self.function else ""
        return self.package + ": " + self.file + function


SOURCES = [
    Source("libcsv", "libcsv.c"),
    Source("hiredis", "sds.c", others=("alloc.c",)),
    Source("libscrypt", "b64.c"),
    Source("utf8proc", "utf8proc.c", flags=("-DUTF8PROC_STATIC",)),
    Source("http-parser", "http_parser.c", function="http_parser_parse_url"),
    Source("yajl", "src/yajl_buf.c", include=("src", "src/api")),
    Source("bzip2", "huffman.c"),
    Source("giflib", "gif_hash.c"),
    Source("giflib", "gifalloc.c", others=("openbsd-reallocarray.c",)),
    Source("nanopb", "pb_common.c"),
    Source("nanopb", "pb_encode.c", others=("pb_common.c",)),
    Source("libuecc", "src/ec25519_gf.c", include=("include",)),
    Source("libbsd", "src/strmode.c", include=("include",)),
    Source("libbsd", "src/inet_net_pton.c", include=("include",)),
    Source("libmd", "src/md4.c", include=("include",), empty=("config.h",)),
    Source(
        "libmaxminddb",
        "src/data-pool.c",
        include=("include", "src"),
        flags=("-DMMDB_UINT128_IS_BYTE_ARRAY=1",),
        empty=("maxminddb_config.h",),
    ),
    Source("libestr", "src/string.c", include=("include",), empty=("config.h",)),
    Source("libyaml", "src/reader.c", include=("include", "src")),
    Source("libtommath", "bn_mp_add.c"),
    Source(
        "json-c",
        "arraylist.c",
        flags=("-DSTDC_HEADERS", "-DSIZE_T_MAX=SIZE_MAX", "-include", "stdint.h"),
        empty=("config.h",),
    ),
    Source("protobuf-c", "protobuf-c/protobuf-c.c"),
    Source("libscrypt", "crypto_scrypt-hexconvert.c"),
]
