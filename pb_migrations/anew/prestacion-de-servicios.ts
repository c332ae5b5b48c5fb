import type { Rewriting } from './rewriting.ts'

const isCompany = { key: 'tipo_documento', equals: 'NIT' }

export const prestacionDeServicios: Rewriting = {
  code: 'CPS',
  follows: 'bb23f84e70d7c3fd82160fc2ca003cffed537f7f6908cb31ea2872062c9c573f',
  paper: { date: 'fecha_firma' },
  body: `# CONTRATO DE PRESTACIÓN DE SERVICIOS{{#numero_contrato}} N.º {{numero_contrato}}{{/numero_contrato}}

Entre **{{contratante}}**, con NIT {{contratante_nit}}, que actúa por medio de su representante legal, {{representante}}, con {{representante_documento|documento}}, en adelante EL CONTRATANTE, y **{{contratista}}**, con {{numero_documento|documento}}{{#representante_contratista}}, que actúa por medio de su representante legal, {{representante_contratista}}{{#representante_contratista_documento}}, con {{representante_contratista_documento|documento}}{{/representante_contratista_documento}}{{/representante_contratista}}{{#direccion}}, con domicilio en {{direccion}}{{/direccion}}, correo {{correo}}{{#telefono}} y teléfono {{telefono}}{{/telefono}}, en adelante EL CONTRATISTA, se celebra este contrato, que se rige por las siguientes cláusulas:

**{{cláusula}}. Objeto.** EL CONTRATISTA se obliga a {{objeto}}

**{{cláusula}}. Obligaciones del contratista.** Además de las que nacen de la naturaleza del contrato, EL CONTRATISTA se obliga a:

{{#obligaciones}}
{{a)}} {{descripcion}}{{#entregable}} Entregable: {{entregable}}.{{/entregable}}
{{/obligaciones}}

**{{cláusula}}. Obligaciones del contratante.** EL CONTRATANTE se obliga a pagar el valor del contrato en la forma convenida, a entregar a tiempo la información que EL CONTRATISTA necesite y a recibir lo contratado cuando cumpla lo pactado.

**{{cláusula}}. Valor.** El valor total es de **{{valor_en_letras}}** ({{valor_total|moneda}}), incluidos los impuestos a que haya lugar.

**{{cláusula}}. Forma de pago.** {{#si forma_pago = "mensual"}}EL CONTRATANTE pagará {{numero_cuotas|letras una cuota mensual/cuotas mensuales}}{{#si numero_cuotas > 1}}, cada una de {{valor_cuota|moneda}}; la última ajusta la diferencia por redondeo{{/si}}.{{sino si forma_pago = "pago único"}}EL CONTRATANTE hará un pago único, al terminar el plazo y recibir a satisfacción lo contratado.{{sino}}EL CONTRATANTE pagará {{forma_pago}} de lo contratado, recibido a satisfacción.{{/si}} Cada pago se hace previa cuenta de cobro o factura, constancia de aportes a la seguridad social y visto bueno de la supervisión.

**{{cláusula}}. Plazo y lugar.** El contrato se ejecuta en {{lugar}}, desde el {{fecha_inicio|largo}} hasta el {{fecha_fin|largo}}, es decir, durante {{plazo_en_dias|letras un día calendario/días calendario}}.

**{{cláusula}}. Supervisión.** Ejerce la supervisión, por EL CONTRATANTE: {{supervisor}}.

**{{cláusula}}. Independencia.** EL CONTRATISTA actúa con autonomía técnica y administrativa y por su propia cuenta y riesgo; este contrato no genera relación laboral entre las partes{{#si tipo_documento = "NIT"}} ni entre EL CONTRATANTE y las personas que EL CONTRATISTA emplee{{/si}}.

{{#confidencialidad}}
**{{cláusula}}. Confidencialidad.** EL CONTRATISTA guardará reserva sobre la información que conozca, durante el contrato y dos (2) años más.

{{/confidencialidad}}
{{#propiedad_intelectual}}
**{{cláusula}}. Propiedad intelectual.** Los derechos patrimoniales sobre lo que resulte de este contrato pertenecen a EL CONTRATANTE, sin perjuicio de los derechos morales de autor.

{{/propiedad_intelectual}}
{{#clausula_penal}}
**{{cláusula}}. Cláusula penal.** El incumplimiento de una de las partes dará lugar al pago, a favor de la otra, del {{porcentaje_penal}} del valor total del contrato.

{{/clausula_penal}}
**{{cláusula}}. Cesión y modificaciones.** Ninguna de las partes cederá este contrato sin autorización escrita de la otra; toda modificación constará por escrito, con la firma de ambas.

**{{cláusula}}. Terminación.** El contrato termina al vencer el plazo o al cumplirse el objeto, por acuerdo de las partes o por incumplimiento de una de ellas, avisado por escrito por la otra.

**{{cláusula}}. Domicilio y solución de controversias.** El domicilio contractual, para todos los efectos, es la ciudad de {{ciudad}}; las diferencias se resolverán primero por arreglo directo; si en treinta (30) días no lo hay, por conciliación ante un centro autorizado y, de no lograrse, ante los jueces competentes de ese domicilio.

{{#sin partir}}
Se firma en {{ciudad}}, el {{fecha_firma|letras}}, en dos ejemplares del mismo tenor.

{{#aquí firma}}
{{representante}}
{{representante_documento|Documento}}
Representante legal de {{contratante}}
EL CONTRATANTE
{{/aquí firma}}
{{#aquí firma}}
{{#si vacío(representante_contratista)}}
{{contratista}}
{{numero_documento|Documento}}
{{sino}}
{{representante_contratista}}
{{representante_contratista_documento|Documento}}
Representante legal de {{contratista}}
{{/si}}
EL CONTRATISTA
{{/aquí firma}}
{{/sin partir}}`,
  added: [
    {
      after: 'numero_documento',
      field: {
        key: 'representante_contratista',
        label: 'Contratista: representante legal',
        type: 'text',
        max: 120,
        help: 'Quien firma por una empresa contratista.',
        visibleIf: isCompany,
        example: 'Ana Muñoz Güell',
        personal: true,
      },
    },
    {
      after: 'numero_documento',
      field: {
        key: 'representante_contratista_documento',
        label: 'Contratista: documento del representante',
        type: 'idDocument',
        kinds: ['CC', 'CE'],
        visibleIf: isCompany,
        example: '52345678',
        personal: true,
      },
    },
  ],
}
