/** A person as stored now, or undefined. */
export function personById(app: CoreApp, id: string): core.Record | undefined {
  return app.findRecordsByIds('users', [id])[0]
}

export function personByEmail(app: CoreApp, email: string): core.Record | undefined {
  return app.findAllRecords('users', $dbx.exp('email = {:email} COLLATE NOCASE', { email }))[0]
}

export function isActiveAdmin(person: core.Record): boolean {
  return person.getString('role') === '_admin' && person.getBool('isActive')
}

export function hasActiveAdmin(app: CoreApp): boolean {
  return app.countRecords('users', $dbx.hashExp({ role: '_admin', isActive: true })) > 0
}

/** Whom the administrators' letters go to. */
export function activeAdmins(app: CoreApp): (core.Record | undefined)[] {
  return app.findAllRecords('users', $dbx.hashExp({ role: '_admin', isActive: true }))
}

/** Whether the one who saves means to change a field. */
export function changed(person: core.Record, field: string): boolean {
  return person.getString(field) !== person.original().getString(field)
}

/** The one row of settings. */
export function settingsOf(app: CoreApp): core.Record {
  return app.findFirstRecordByFilter('settings', "id != ''")
}
