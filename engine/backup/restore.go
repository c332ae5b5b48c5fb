package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// UnfinishedName is the directory in a data directory whose restore has not ended. A server must not start there.
const UnfinishedName = ".restaurando"

const (
	filesName = "storage"
	// stagedFiles is inside the directory of files, because that may be a disk of its own: no file can be renamed to another disk.
	stagedFiles = filesName + "/" + UnfinishedName
)

// Restore describes a restore of the archive File to the data directory Folder.
type Restore struct {
	File, Folder string
	// Product is the expected product of the manifest, and Newest the last migration that this program has.
	Product, Newest string
	// Prepare is executed in the restored database.
	Prepare string
}

// Restored is the result of a restore. If it failed, Code is one of full, missing, foreign, newer, space and broken, and Where a code or path of
// damage, or a description.
type Restored struct{ Code, Where, Manifest string }

// namesOfEmpty are the names in a directory of the image, or of a new disk.
var namesOfEmpty = []string{".keep", "lost+found"}

// atStep is called between the steps of a restore; tests stop there.
var atStep = func() {}

// Run unpacks an archive beside the place of its content, verifies it, and renames it last: a process that is killed leaves a directory without
// content that is marked as unfinished. Run clears such a remainder first. It changes nothing in a directory with other content.
func (r Restore) Run() *Restored {
	if !r.isEmpty() {
		return &Restored{Code: "full"}
	}
	archive, err := os.Open(r.File)
	if err != nil {
		return &Restored{Code: "missing"}
	}
	defer archive.Close()
	found, err := r.run(archive)
	if err == nil {
		return &Restored{Manifest: found.text}
	}
	answer := &Restored{Code: "broken", Where: err.Error()}
	var reason *invalid
	if errors.As(err, &reason) {
		answer.Code, answer.Where = reason.Code, reason.Where
	}
	switch {
	case isDiskFull(err):
		answer.Code = "space"
	case answer.Code == "integrity":
		answer.Code = "broken"
	// An archive without a manifest of this product is not damaged.
	case reason != nil && (found.Product != r.Product || found.Layout != 1):
		answer.Code = "foreign"
	}
	return answer
}

// isEmpty reports whether a directory holds nothing but what a new disk, the image, or an unfinished restore has.
func (r Restore) isEmpty() bool {
	isIn := func(folder string, names []string) bool {
		entries, err := os.ReadDir(filepath.Join(r.Folder, folder))
		return err != nil && !errors.Is(err, fs.ErrNotExist) || slices.ContainsFunc(entries, func(entry os.DirEntry) bool {
			return !slices.Contains(names, entry.Name())
		})
	}
	top := append(slices.Clone(namesOfEmpty), "backups", filesName)
	_, err := os.Stat(filepath.Join(r.Folder, UnfinishedName))
	isUnfinished := err == nil
	if isUnfinished {
		top = append(top, UnfinishedName, databaseName)
	}
	return !isIn("", top) && !isIn("backups", namesOfEmpty) && (isUnfinished || !isIn(filesName, namesOfEmpty))
}

func (r Restore) run(archive io.Reader) (manifest, error) {
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return manifest{}, err
	}
	root, err := os.OpenRoot(r.Folder)
	if err != nil {
		return manifest{}, err
	}
	defer root.Close()
	if err := clearRestore(root); err != nil {
		return manifest{}, err
	}
	found, err := r.stage(root, archive)
	if err == nil {
		err = place(root)
	}
	if err != nil {
		err = errors.Join(err, clearRestore(root))
	}
	return found, err
}

// stage unpacks and verifies an archive.
func (r Restore) stage(root *os.Root, archive io.Reader) (manifest, error) {
	if err := errors.Join(root.Mkdir(UnfinishedName, 0o700), syncFile(root, ".")); err != nil {
		return manifest{}, err
	}
	create := func(name string) (io.WriteCloser, error) {
		atStep()
		staged := stage(name)
		if err := root.MkdirAll(path.Dir(staged), 0o700); err != nil {
			return nil, err
		}
		return root.OpenFile(staged, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	}
	found, err := unpack(&source{ctx: context.Background(), from: archive, onBytes: func(int) {}}, create, func(found manifest) error {
		if found.Product != r.Product || found.Layout != 1 {
			return &invalid{"foreign", manifestName}
		}
		if found.Migration > r.Newest {
			return &invalid{"newer", found.Migration}
		}
		return nil
	})
	if err != nil {
		return found, err
	}
	atStep()
	db, err := openDatabase(filepath.Join(r.Folder, stage(databaseName)), "rw")
	if err != nil {
		return found, err
	}
	if err = verify(context.Background(), db, found); err == nil {
		_, err = db.Exec(r.Prepare)
	}
	return found, errors.Join(err, db.Close(), syncFile(root, stage(databaseName)))
}

// stage returns the path of an entry until it is placed.
func stage(name string) string {
	if name == databaseName {
		return UnfinishedName + "/" + databaseName
	}
	return stagedFiles + name[len(filesName):]
}

// place gives all files their names, the database last, and then removes the mark.
func place(root *os.Root) error {
	collections, err := fs.ReadDir(root.FS(), stagedFiles)
	if ignoreMissing(err) != nil {
		return err
	}
	for _, each := range collections {
		atStep()
		if err := root.Rename(stagedFiles+"/"+each.Name(), filesName+"/"+each.Name()); err != nil {
			return err
		}
	}
	if len(collections) > 0 {
		if err := errors.Join(root.Remove(stagedFiles), syncFile(root, filesName)); err != nil {
			return err
		}
	}
	atStep()
	if err := root.Rename(stage(databaseName), databaseName); err != nil {
		return err
	}
	atStep()
	return errors.Join(syncFile(root, "."), root.RemoveAll(UnfinishedName), syncFile(root, "."))
}

// clearRestore removes what a restore left, the mark last.
func clearRestore(root *os.Root) error {
	if _, err := root.Stat(UnfinishedName); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := root.RemoveAll(databaseName)
	names, read := fs.ReadDir(root.FS(), filesName)
	for _, each := range names {
		if !slices.Contains(namesOfEmpty, each.Name()) {
			err = errors.Join(err, root.RemoveAll(filesName+"/"+each.Name()))
		}
	}
	// Fails, as it should, if it is a mounted disk.
	root.Remove(filesName)
	if err = errors.Join(err, ignoreMissing(read)); err != nil {
		return err
	}
	return root.RemoveAll(UnfinishedName)
}
