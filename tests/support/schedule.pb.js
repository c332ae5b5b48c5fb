// @ts-nocheck: its globals are PocketBase's.
// Runs no job at the full minute, which would change what a test has prepared. `TEST_SCHEDULE`: `startup` keeps the run at startup.
$app.onServe().bind({
  id: 'schedule',
  // Outermost, so that it changes the schedule after the server has started it.
  priority: -1_000,
  func(e) {
    e.next()
    if ($os.getenv('TEST_SCHEDULE') === 'startup') $app.cron().setInterval(1_000 * 86_400 * 1_000_000_000)
    else $app.cron().stop()
  },
})
// Runs the job of the minute, and answers when it has ended.
routerAdd('POST', '/run-minute-jobs', (e) => {
  for (const job of $app.cron().jobs()) if (job.id() === 'minute') job.run()
  return e.noContent(204)
})
