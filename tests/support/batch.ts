import { randomBytes } from 'node:crypto'
import type PocketBase from 'pocketbase'
import type { Batch, BatchProgress, RowChunkResult } from '../../src/domain/batches/batch-output.ts'
import type { Values } from '../../src/domain/fields/field.ts'

export const post = <Answer>(pb: PocketBase, path: string, body: object = {}) =>
  pb.send<Answer>(`/api/app/batches${path}`, { method: 'POST', body })

export async function formatOf(pb: PocketBase, code: string): Promise<string> {
  return (await pb.collection('formats').getFirstListItem(pb.filter('code = {:code}', { code }))).id
}

/** Creates a batch without rows, for a file that was not sent before. */
export async function aBatch(
  pb: PocketBase,
  { code = 'CL', total = 3, fileName = 'nómina.xlsx' } = {},
): Promise<Batch> {
  const fileHash = randomBytes(32).toString('hex')
  return post<Batch>(pb, '', { format: await formatOf(pb, code), fileName, fileHash, total })
}

export async function sendRows(pb: PocketBase, batch: Batch, values: Values[], from = 2): Promise<RowChunkResult> {
  const rows = values.map((each, index) => ({ row: from + index, values: each }))
  return post<RowChunkResult>(pb, `/${batch.id}/rows`, { rows })
}

export const progressOf = (pb: PocketBase, batch: Pick<Batch, 'id'>) =>
  pb.send<BatchProgress>(`/api/app/batches/${batch.id}/progress`, { method: 'GET' })

/** Waits until the progress satisfies `fits`; fails with the test's timeout. */
export async function progressWhen(
  pb: PocketBase,
  batch: Pick<Batch, 'id'>,
  fits: (progress: BatchProgress) => boolean,
) {
  for (;;) {
    const progress = await progressOf(pb, batch)
    if (fits(progress)) return progress
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Confirms a batch and waits until its requests are created. */
export async function confirmAndWait(pb: PocketBase, batch: Pick<Batch, 'id'>) {
  await post(pb, `/${batch.id}/confirm`)
  return progressWhen(pb, batch, isDone)
}

/** Creates a batch with these rows, confirms it and waits until its requests are created. */
export async function aCompletedBatch(
  pb: PocketBase,
  rows: Values[],
  options: { code?: string; fileName?: string } = {},
) {
  const batch = await aBatch(pb, { ...options, total: rows.length })
  for (let from = 0; from < rows.length; from += 1000)
    await sendRows(pb, batch, rows.slice(from, from + 1000), from + 2)
  await confirmAndWait(pb, batch)
  return batch
}

export const isDone = ({ status }: BatchProgress) => status.startsWith('completed')

export const cartaLaboral = (change: Values = {}): Values => ({
  nombre_completo: 'María José Güell Peña',
  tipo_documento: 'CC',
  numero_documento: '0012345678',
  cargo: 'Analista de nómina',
  tipo_contrato: 'término indefinido',
  fecha_ingreso: '2020-02-03',
  incluir_salario: true,
  salario_mensual: '2500000.00',
  ciudad_expedicion: 'Bogotá D. C.',
  fecha_expedicion: '2026-11-20',
  ...change,
})

export const cuentaDeCobro = (change: Values = {}): Values => ({
  nombre: 'Íñigo Núñez',
  numero_documento: '1020304050',
  deudor_razon_social: 'Ejemplo S. A. S.',
  deudor_nit: '900123456-8',
  concepto: 'Clases de ñandú',
  valor: '1250000.00',
  declarante_renta: false,
  banco: 'Banco de Ejemplo',
  tipo_cuenta: 'ahorros',
  numero_cuenta: '000123456789',
  ciudad: 'Bogotá D. C.',
  fecha: '2026-11-20',
  ...change,
})
