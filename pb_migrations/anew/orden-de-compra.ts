import type { Rewriting } from './rewriting.ts'

export const ordenDeCompra: Rewriting = {
  code: 'OC',
  follows: 'c2e010776c67637a33d871cebe9f1f07fdb430a9cbf6f108e0cdc2fa5338fda5',
  paper: { date: 'fecha', textSize: 10 },
  body: `# ORDEN DE COMPRA

**Proveedor:** {{proveedor}}
**Identificación tributaria:** {{proveedor_nit}}
**Contacto:** {{contacto}}{{#correo}}{{#si no vacío(contacto)}} · {{/si}}{{correo}}{{/correo}}{{#telefono}}{{#si no vacío(contacto) o no vacío(correo)}} · {{/si}}{{telefono}}{{/telefono}}
**Cotización:** {{cotizacion}}

**Fecha:** {{fecha|largo}}
**Entrega:** {{fecha_entrega|largo}}, en {{lugar_entrega}}
**Condiciones de pago:** {{condiciones_pago}}, en {{moneda}}

{{columnas: -, 30}}
| Código | Descripción | Unidad | Cantidad | Valor unitario | IVA | Total sin IVA |
{{#items}}
| {{codigo}} | {{descripcion}} | {{unidad}} | {{cantidad}} | {{valor_unitario}} | {{iva_pct}} % | {{total}} |
{{/items}}
| | **Subtotal** | | | | | {{subtotal}} |
| | **IVA** | | | | | {{iva}} |
| | **Total en {{moneda}}** | | | | | **{{total}}** |

**Son:** {{total_en_letras}}

{{#observaciones}}**Observaciones:** {{observaciones}}{{/observaciones}}

Quien provee entregará lo pedido completo, en buen estado y en la fecha indicada. La factura debe citar esta orden; sin ella no se recibirá.

{{#aquí firma}}
{{solicitado_por}}
Solicita
{{/aquí firma}}
{{aquí firman: Aprueba}}`,
}
