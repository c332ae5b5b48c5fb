package seal

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// errForeign is the error of a file that the product's own writer did not make.
var errForeign = errors.New("the file is no PDF of this product")

var (
	// headPattern finds the catalog, the first object of each PDF of the product, and the first page.
	headPattern = regexp.MustCompile(`(?s)^%PDF-1\.7\n[^\n]+\n1 0 obj\n<<(/Type/Catalog.*?)>>\nendobj\n.*?\n(\d+) 0 obj\n<<(/Type/Page/.*?)>>\nendobj\n`)
	// tailPattern finds the number of objects, the other entries of the trailer, and the offset of the cross-reference table.
	tailPattern = regexp.MustCompile(`\ntrailer\n<</Size (\d+)(/Root 1 0 R/Info \d+ 0 R/ID\[[<>\w]+\])>>\nstartxref\n(\d+)\n%%EOF\n$`)
)

// tailLength is the length of the part of a file that has the trailer.
const tailLength = 300

// emptyRange leaves room for four numbers.
const emptyRange = "/ByteRange[0                                 ]"

// revision is a PDF with an added revision, whose signature is still missing.
type revision struct {
	text string
	// before and after are the ends of what the signature signs: it is written between them, in hexadecimal and angle brackets.
	before, after int
}

// addRevision appends a revision with an invisible signature field, whose signature takes room bytes.
func addRevision(pdf string, room int, at time.Time) (*revision, error) {
	head := headPattern.FindStringSubmatch(pdf)
	tail := tailPattern.FindStringSubmatch(pdf[max(0, len(pdf)-tailLength):])
	if head == nil || tail == nil {
		return nil, errForeign
	}
	catalog, page, pageEntries := head[1], head[2], head[3]
	signature, err := strconv.Atoi(tail[1])
	if err != nil {
		return nil, err
	}
	widget := signature + 1
	var out, table strings.Builder
	out.Grow(len(pdf) + 2*room + 4096)
	out.WriteString(pdf)
	table.WriteString("xref\n")
	add := func(number any, entries ...string) {
		fmt.Fprintf(&table, "%v 1\n%010d 00000 n \n", number, out.Len())
		fmt.Fprintf(&out, "%v 0 obj\n<<%s>>\nendobj\n", number, strings.Join(entries, ""))
	}
	add(1, catalog, fmt.Sprintf("/AcroForm<</Fields[%d 0 R]/SigFlags 3>>/Perms<</DocMDP %d 0 R>>", widget, signature))
	add(page, pageEntries, fmt.Sprintf("/Annots[%d 0 R]", widget))
	// A field without extent needs no appearance and no structure element. 132: printed and locked.
	add(widget, fmt.Sprintf("/Type/Annot/Subtype/Widget/FT/Sig/T(Sello)/TU(Sello electr\\363nico)/V %d 0 R/F 132/P %s 0 R/Rect[0 0 0 0]", signature, page))
	added := out.Len()
	add(
		signature,
		"/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached",
		at.UTC().Format("/M(D:20060102150405Z)"),
		"/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]",
		emptyRange,
		"/Contents<", strings.Repeat("0", 2*room), ">",
	)
	start := out.Len()
	fmt.Fprintf(&out, "%strailer\n<</Size %d%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n", table.String(), widget+1, tail[2], tail[3], start)
	text := out.String()
	place := added + strings.Index(text[added:], emptyRange)
	before := place + len(emptyRange+"/Contents")
	after := before + 2*room + len("<>")
	ranges := fmt.Sprintf("/ByteRange[0 %d %d %d", before, after, len(text)-after)
	text = text[:place] + ranges + text[place+len(ranges):]
	return &revision{text, before, after}, nil
}
