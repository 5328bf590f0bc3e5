"""The program inside the office sandbox: starts LibreOffice, keeps it warm, makes PDFs one after another.

Messages are those of sandbox/messages.ts: two little-endian lengths, a JSON head, a body. Jobs come on standard
input, answers go out on descriptor 3, because libraries print to standard output. Whatever goes wrong in
LibreOffice ends this program: its parent starts another one. Arguments: the path of soffice, a folder to work in.
"""

import json
import os
import struct
import subprocess
import sys
import time

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.io import IOException
from com.sun.star.task import XInteractionHandler2

SOFFICE, FOLDER = sys.argv[1], sys.argv[2]
PROFILE = os.path.join(FOLDER, "profile")
WORK = os.path.join(FOLDER, "work")
ANSWERS = 3
# Longer than any start takes; a start that hangs is ended by the parent.
START_SECONDS = 120

# The profile, too, turns off macros, links and whatever else leaves the document, in addition to each load call.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
%s</oor:items>
"""
ITEM = '<item oor:path="%s"><prop oor:name="%s" oor:op="fuse"><value>%s</value></prop></item>\n'
SWITCHES = (
    ("/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("/org.openoffice.Office.Common/Save/Document", "CreateBackup", "false"),
    ("/org.openoffice.Office.Common/Save/Document", "AutoSave", "false"),
    ("/org.openoffice.Office.Common/History", "PickListSize", "0"),
    ("/org.openoffice.Office.Java/VirtualMachine", "Enable", "false"),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "2"),
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"),
)

# The PDF filter of each kind of document that LibreOffice opens.
FILTERS = (
    ("com.sun.star.text.GenericTextDocument", "writer_pdf_Export"),
    ("com.sun.star.sheet.SpreadsheetDocument", "calc_pdf_Export"),
    ("com.sun.star.presentation.PresentationDocument", "impress_pdf_Export"),
    ("com.sun.star.drawing.DrawingDocument", "draw_pdf_Export"),
)


def prop(name, value):
    made = PropertyValue()
    made.Name = name
    made.Value = value
    return made


class Questions(unohelper.Base, XInteractionHandler2):
    """Answers no question of LibreOffice, which means no, and remembers that it asked for a password."""

    def __init__(self):
        self.password = False

    def handle(self, request):
        self.handleInteractionRequest(request)

    def handleInteractionRequest(self, request):
        # PyUNO cannot read the request, because its value is an exception; the possible answers identify it.
        if any(hasattr(answer, "setPassword") for answer in request.getContinuations()):
            self.password = True
        return False


class Office:
    """The LibreOffice that was started."""

    def __init__(self, context):
        self.context = context
        self.desktop = self.create("com.sun.star.frame.Desktop")

    def create(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)


def start_office():
    os.makedirs(os.path.join(PROFILE, "user"), exist_ok=True)
    with open(os.path.join(PROFILE, "user", "registrymodifications.xcu"), "w", encoding="utf-8") as file:
        file.write(SETTINGS % "".join(ITEM % switch for switch in SWITCHES))
    pipe = "f2e%d-%d" % (os.getpid(), time.time_ns())
    office = subprocess.Popen(
        [SOFFICE, "-env:UserInstallation=file://" + PROFILE, "--headless", "--norestore", "--nologo",
         "--nodefault", "--nolockcheck", "--nofirststartwizard", "--accept=pipe,name=%s;urp;" % pipe],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp"})
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    url = "uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            remote = resolver.resolve(url)
            return Office(remote)
        except Exception:
            # Not listening yet, unless it has ended.
            if office.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.05)


def say(head, body=b""):
    text = json.dumps(head).encode()
    data = struct.pack("<II", len(text), len(body)) + text + body
    while data:
        data = data[os.write(ANSWERS, data):]


def read_exactly(count):
    data = sys.stdin.buffer.read(count)
    if len(data) < count:
        # The parent has ended or has no more jobs.
        sys.exit(0)
    return data


def read_job():
    head, body = struct.unpack("<II", read_exactly(8))
    return json.loads(read_exactly(head)), read_exactly(body)


def filter_of(document):
    for service, name in FILTERS:
        if document.supportsService(service):
            return name
    return None


def load_letter(office, arguments):
    """Loads a text document without a view, removes what is not printed, and only then attaches a hidden view.

    Comments are removed before LibreOffice draws their boxes, for which packages without a user interface lack a file:
    LibreOffice would crash. Tracked changes are hidden, so that the letter reads as if all were accepted, as Word
    prints it. Returns None if the file is not a text document.
    """
    detection = office.create("com.sun.star.document.TypeDetection")
    kind, described = detection.queryTypeByDescriptor(arguments, True)
    if not kind:
        return None
    name = {item.Name: item.Value for item in detection.getByName(kind)}["PreferredFilter"]
    filters = office.create("com.sun.star.document.FilterFactory")
    service = {item.Name: item.Value for item in filters.getByName(name)}["DocumentService"]
    if service != "com.sun.star.text.TextDocument":
        return None
    letter = office.create(service)
    letter.load(described + (prop("FilterName", name),))
    fields = letter.getTextFields().createEnumeration()
    listed = []
    while fields.hasMoreElements():
        listed.append(fields.nextElement())
    for field in listed:
        if field.supportsService("com.sun.star.text.textfield.Annotation"):
            field.dispose()
    letter.setPropertyValue("ShowChanges", False)
    office.desktop.loadComponentFromURL("private:object", "_blank", 0, (prop("Model", letter), prop("Hidden", True)))
    return letter


def load(office, source, questions):
    arguments = (
        prop("Hidden", True), prop("ReadOnly", True), prop("MacroExecutionMode", 0), prop("UpdateDocMode", 0),
        prop("InteractionHandler", questions))
    url = uno.systemPathToFileUrl(source)
    letter = load_letter(office, (prop("URL", url), *arguments))
    return letter or office.desktop.loadComponentFromURL(url, "_blank", 0, arguments)


def make_pdf(office, source, target, max_pages):
    """Returns the answer: "ok" means that LibreOffice reported success; the caller checks the file."""
    questions = Questions()
    try:
        document = load(office, source, questions)
    except IOException:
        if not questions.password:
            raise
        document = None
    if document is None:
        reason = "DOCUMENT_PROTECTED" if questions.password else "DOCUMENT_DAMAGED"
        return {"kind": "refused", "reason": reason, "detail": "LibreOffice did not load it"}
    try:
        name = filter_of(document)
        if name is None:
            return {"kind": "refused", "reason": "DOCUMENT_DAMAGED", "detail": "no document that can be printed"}
        # One page more than allowed, so that too many can be detected; endless sheets end here.
        options = uno.Any("[]com.sun.star.beans.PropertyValue", (
            prop("PageRange", "1-%d" % (max_pages + 1)), prop("ReduceImageResolution", True),
            prop("MaxImageResolution", 300), prop("ExportBookmarks", False), prop("ExportNotes", False),
            prop("UseTaggedPDF", False)))
        document.storeToURL(uno.systemPathToFileUrl(target), (prop("FilterName", name), prop("FilterData", options)))
    finally:
        document.close(True)
    return {"kind": "ok"}


def convert(office, job, content):
    source = os.path.join(WORK, "document." + job["type"])
    target = os.path.join(WORK, "document.pdf")
    try:
        with open(source, "wb") as file:
            file.write(content)
        try:
            answer = make_pdf(office, source, target, job["maxPages"])
        except IOException as error:
            answer = {"kind": "refused", "reason": "DOCUMENT_DAMAGED", "detail": str(error.Message)[:200]}
        # LibreOffice may report success without a file: only the file proves it.
        if answer["kind"] == "ok" and not os.path.exists(target):
            answer = {"kind": "refused", "reason": "DOCUMENT_DAMAGED", "detail": "no PDF came out"}
        if answer["kind"] != "ok":
            return answer, b""
        with open(target, "rb") as file:
            return answer, file.read()
    finally:
        # The next document must not see anything of this one.
        for path in os.listdir(WORK):
            os.remove(os.path.join(WORK, path))


def is_confined():
    """Returns whether the host's files are out of reach and system calls are filtered."""
    with open("/proc/self/status", encoding="ascii") as status:
        filtered = any(line.split() == ["Seccomp:", "2"] for line in status)
    return filtered and not os.path.exists("/etc/passwd")


def main():
    os.makedirs(WORK, exist_ok=True)
    office = start_office()
    say({"kind": "ready", "confined": is_confined()})
    while True:
        answer, pdf = convert(office, *read_job())
        say(answer, pdf)


main()
