import { pb } from '../lib/pb.ts'

export function OpenApiLink() {
  return (
    <p>
      Las llamadas que admite cada alcance están descritas en{' '}
      <a href={pb.buildURL('/api/app/openapi.json')} target="_blank" rel="noreferrer">
        openapi.json
      </a>{' '}
      (OpenAPI 3.1); un programa las hace bajo <code>/key</code>.
    </p>
  )
}
