package admission_test

import (
	"fmt"

	"formatos/engine/admission"
)

// A call of kind "reading" waits up to 15 s while eight others run. Its route binds the middleware.
func Example() {
	calls := admission.New()
	middlewares := calls.Configure(admission.Config{
		Kinds: map[string]admission.Kind{"reading": {AtOnce: 8, PerOwner: 1000, Waiting: 2000, Seconds: 15}},
	})
	fmt.Println(middlewares["reading"].Id, calls.Usage().Limit["reading"])
	// Output: admission 8
}
