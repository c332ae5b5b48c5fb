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

// tailPattern finds the number of objects, the other entries of the trailer, and the offset of the cross-reference table.
var tailPattern = regexp.MustCompile(`\ntrailer\n<</Size (\d+)(/Root 1 0 R/Info \d+ 0 R/ID\[[<>\w]+\])>>\nstartxref\n(\d+)\n%%EOF\n$`)

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
	const endOfObject = ">>\nendobj\n"
	head, rest, _ := strings.Cut(pdf, endOfObject)
	_, catalog, hasCatalog := strings.Cut(head, "\n1 0 obj\n<</Type/Catalog")
	// The catalog is the first object of each PDF of the product; pages come before objects with texts of people.
	before, rest, hasPage := strings.Cut(rest, " 0 obj\n<</Type/Page/")
	page := before[strings.LastIndexByte(before, '\n')+1:]
	pageEntries, _, _ := strings.Cut(rest, endOfObject)
	tail := tailPattern.FindStringSubmatch(pdf[max(0, len(pdf)-tailLength):])
	if !hasCatalog || !hasPage || tail == nil {
		return nil, errForeign
	}
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
	add(1, "/Type/Catalog", catalog, fmt.Sprintf("/AcroForm<</Fields[%d 0 R]/SigFlags 3>>/Perms<</DocMDP %d 0 R>>", widget, signature))
	add(page, "/Type/Page/", pageEntries, fmt.Sprintf("/Annots[%d 0 R]", widget))
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
	r := &revision{before: place + len(emptyRange+"/Contents")}
	r.after = r.before + 2*room + len("<>")
	ranges := fmt.Sprintf("/ByteRange[0 %d %d %d", r.before, r.after, len(text)-r.after)
	r.text = text[:place] + ranges + text[place+len(ranges):]
	return r, nil
}
