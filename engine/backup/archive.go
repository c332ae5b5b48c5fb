package backup

import (
	"archive/tar"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"strings"
	"time"
)

// An archive is a tar file. Its first entry describes it, its last one holds an MD5 checksum for each 64 MiB of the bytes before it.
const (
	manifestName = "copia.json"
	sumsName     = "sumas.md5"
	blockSize    = 512
	maxTextSize  = 1 << 20
)

var bytesPerSum int64 = 64 << 20

// invalid is an archive or a database that is not as it was written. Code is one of broken, foreign, integrity and newer. Where is one of the
// codes cut, header, sums and entries, or a path, or a description.
type invalid struct{ Code, Where string }

func (e *invalid) Error() string { return e.Code + ": " + e.Where }

// sums is a writer that computes the checksums of an archive.
type sums struct {
	hash hash.Hash
	size int64
	list []string
}

func (s *sums) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(int64(len(rest)), bytesPerSum-s.size)
		s.hash.Write(rest[:n])
		s.size, rest = s.size+n, rest[n:]
		if s.size == bytesPerSum {
			s.end()
		}
	}
	return len(p), nil
}

func (s *sums) end() {
	if s.size > 0 {
		s.list = append(s.list, hex.EncodeToString(s.hash.Sum(nil)))
		s.hash.Reset()
		s.size = 0
	}
}

func (s *sums) text() string {
	s.end()
	return strings.Join(s.list, "\n")
}

type archiveWriter struct {
	tar  *tar.Writer
	sums sums
}

func newArchiveWriter(out io.Writer) *archiveWriter {
	w := &archiveWriter{sums: sums{hash: md5.New()}}
	w.tar = tar.NewWriter(io.MultiWriter(out, &w.sums))
	return w
}

// add writes an entry. It fails if the content is not as long as size.
func (w *archiveWriter) add(path string, size int64, content io.Reader) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: path, Size: size, Mode: 0o600, ModTime: time.Now()}
	if err := w.tar.WriteHeader(header); err != nil {
		return err
	}
	if _, err := io.Copy(w.tar, content); err != nil {
		return err
	}
	return w.tar.Flush()
}

func (w *archiveWriter) end() error {
	text := w.sums.text()
	return errors.Join(w.add(sumsName, int64(len(text)), strings.NewReader(text)), w.tar.Close())
}

// withoutLastBlock passes all bytes on but the last block: the header of the checksums, which they do not include.
type withoutLastBlock struct {
	to   io.Writer
	held []byte
}

func (w *withoutLastBlock) Write(p []byte) (int, error) {
	w.held = append(w.held, p...)
	if rest := len(w.held) - blockSize; rest > 0 {
		w.to.Write(w.held[:rest])
		w.held = append(w.held[:0], w.held[rest:]...)
	}
	return len(p), nil
}

// source reads until its context ends, counts bytes, and stores an error of reading: other errors are damages of the archive.
type source struct {
	ctx     context.Context
	from    io.Reader
	onBytes func(n int)
	err     error
}

func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return 0, err
	}
	n, err := s.from.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	s.onBytes(n)
	return n, err
}

// readArchive calls each for every entry, in the order of the archive. The entries are verified only when it returns nil.
func readArchive(from *source, each func(path string, content io.Reader) error) error {
	found := sums{hash: md5.New()}
	reader := tar.NewReader(io.TeeReader(from, &withoutLastBlock{to: &found}))
	for {
		header, err := reader.Next()
		if err == nil && header.Name == sumsName {
			expected := found.text()
			text, err := io.ReadAll(io.LimitReader(reader, maxTextSize))
			if string(text) != expected {
				return from.failure(errors.Join(&invalid{"broken", "sums"}, err))
			}
			return nil
		}
		if err == nil && header.Typeflag != tar.TypeReg || header != nil && isSparse(header) {
			err = &invalid{"broken", header.Name}
		}
		if err == nil {
			err = each(header.Name, reader)
		}
		if err != nil {
			return from.failure(err)
		}
	}
}

// isSparse reports a file whose content may be far longer than the archive.
func isSparse(header *tar.Header) bool {
	for name := range header.PAXRecords {
		if strings.HasPrefix(name, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// failure returns the reason why reading stopped.
func (s *source) failure(err error) error {
	switch {
	case s.err != nil:
		return s.err
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &invalid{"broken", "cut"}
	case errors.Is(err, tar.ErrHeader):
		return &invalid{"broken", "header"}
	}
	return err
}
