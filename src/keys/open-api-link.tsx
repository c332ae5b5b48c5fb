import { pb } from '../lib/pb.ts'

export function OpenApiLink() {
  return (
    <p>
      Para programar la integración: las llamadas de cada alcance están en{' '}
      <a href={pb.buildURL('/api/app/openapi.json')} target="_blank" rel="noreferrer">
        openapi.json
      </a>{' '}
      (OpenAPI 3.1), y sus direcciones empiezan por <code>/key</code>.
    </p>
  )
}
