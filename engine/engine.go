//go:build tools

// Package engine names PocketBase's own program, so that go.mod and go.sum hold exactly what it is made of.
package engine

import _ "github.com/pocketbase/pocketbase/examples/base"
