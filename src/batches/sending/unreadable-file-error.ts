export class UnreadableFileError extends Error {
  constructor(name: string) {
    super(`No se pudo leer «${name}»: se movió o cambió después de soltarlo. Vuelva a las filas y suéltelo de nuevo.`)
  }
}
