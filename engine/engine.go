//go:build tools

// Package engine imports PocketBase's own program, so that go.mod and go.sum list exactly its modules.
package engine

import _ "github.com/pocketbase/pocketbase/examples/base"
