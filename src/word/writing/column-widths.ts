/** Returns the widths of a table's columns. Columns without a share in percent take the remaining width. */
export function toColumnWidths(shares: readonly (number | null)[], count: number, measure: number): number[] {
  const given = Array.from({ length: count }, (_, index) => shares[index] ?? null)
  const total = given.reduce<number>((sum, share) => sum + (share ?? 0), 0)
  const open = given.filter((share) => share === null).length
  const rest = open ? Math.max(0, 100 - total) / open : 0
  const scale = open ? 1 : 100 / (total || 100)
  return given.map((share) => ((share === null ? rest : share * scale) * measure) / 100)
}
