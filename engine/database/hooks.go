package database

import (
	"github.com/dop251/goja"
	"github.com/pocketbase/dbx"
)

// TextForHooks is Text as a function of hooks: queryText(db, sql, params). In a transaction db is its connection, which sees what the
// transaction has written; otherwise it is null. Called as it is, because a conversion of arguments by reflection takes as long as a short query.
func (r *Reader) TextForHooks(call goja.FunctionCall, vm *goja.Runtime) goja.Value {
	db, inTransaction := call.Argument(0).Export().(dbx.Builder)
	query := call.Argument(1).String()
	params, _ := call.Argument(2).Export().(map[string]any)
	var text string
	var err error
	if inTransaction {
		err = db.NewQuery(query).Bind(params).Row(&text)
	} else {
		text, err = r.Text(query, params)
	}
	if err != nil {
		panic(vm.NewGoError(err))
	}
	return vm.ToValue(text)
}
