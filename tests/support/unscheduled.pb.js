// @ts-nocheck: its globals are PocketBase's.
// Runs no job at the full minute, which would change what a test has prepared. The run at startup stays.
$app.onServe().bind({
  id: 'unscheduled',
  // Outermost, so that it changes the schedule after the server has started it.
  priority: -1_000,
  func(e) {
    e.next()
    $app.cron().setInterval(1_000 * 86_400 * 1_000_000_000)
  },
})
// Runs the job of the minute, and answers when it has ended.
routerAdd('POST', '/run-minute-jobs', (e) => {
  for (const job of $app.cron().jobs()) if (job.id() === 'minute') job.run()
  return e.noContent(204)
})
