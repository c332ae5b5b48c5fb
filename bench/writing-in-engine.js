// @ts-nocheck: its globals are the engine’s.
// Run by PocketBase itself as its hooks: writes the pages of a file by one of our writers, in the portions in which documents are made, and says what one costs.
$app.rootCmd.addCommand(
  new Command({
    use: 'writing',
    run: (_, [name]) => {
      const { render, documentModel, toPdf, rememberingLines = (work) => work() } = require(`${__hooks}/${name}.js`)
      const { warming, pages, letters, same } = JSON.parse(toString($os.readFile(`${__hooks}/pages.json`)))
      const fonts = {}
      const fontOf = (font) => (fonts[font] ??= JSON.parse(toString($os.readFile(`${letters}/${font}.json`))))
      const write = ({ body, number }) => {
        const blocks = render(body, [], {}, same.organisation.name)
        toPdf(documentModel({ ...same, number, blocks }), fontOf)
      }
      const portion = 20
      const writeAll = (some) => {
        for (let at = 0; at < some.length; at += portion)
          rememberingLines(() => some.slice(at, at + portion).forEach(write))
      }
      // Processor time of the process, in hundredths of a second.
      const spent = () => {
        const [user, system] = toString($os.readFile('/proc/self/stat')).split(') ')[1].split(' ').slice(11)
        return Number(user) + Number(system)
      }
      writeAll(pages.slice(0, warming))
      const before = spent()
      writeAll(pages.slice(warming))
      console.log(`milliseconds ${((spent() - before) * 10) / (pages.length - warming)}`)
    },
  }),
)
