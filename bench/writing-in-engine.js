// @ts-nocheck: its globals are PocketBase's.
// Hooks that write the pages of a file with one of the product's PDF writers, in chunks like documents, and print the cost of a page.
$app.rootCmd.addCommand(
  new Command({
    use: 'writing',
    run: (_, [name]) => {
      const { renderBlocks, buildDocumentModel, renderPdf, withLineCache = (work) => work() } = require(
        `${__hooks}/${name}.js`,
      )
      const { warming, pages, letters, same } = JSON.parse(toString($os.readFile(`${__hooks}/pages.json`)))
      const fonts = {}
      const fontOf = (font) => (fonts[font] ??= JSON.parse(toString($os.readFile(`${letters}/${font}.json`))))
      const write = ({ body, number }) => {
        const blocks = renderBlocks(body, [], {}, same.organisation.name)
        renderPdf(buildDocumentModel({ ...same, number, blocks }), fontOf)
      }
      const portion = 20
      const writeAll = (some) => {
        for (let at = 0; at < some.length; at += portion)
          withLineCache(() => some.slice(at, at + portion).forEach(write))
      }
      // Processor time of the process in 1/100 s.
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
