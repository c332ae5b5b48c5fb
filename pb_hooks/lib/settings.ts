export function getSettingsRecord(app: CoreApp): core.Record {
  return app.findFirstRecordByFilter('settings', "id != ''")
}
