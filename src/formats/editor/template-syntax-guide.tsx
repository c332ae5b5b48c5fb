import s from './body-editor.module.css'

const guide = [
  [
    'El texto',
    [
      ['# Título', 'un título; ## es un subtítulo'],
      ['**texto**', 'negrita'],
      ['{{*}}texto{{*}}', 'cursiva; **{{*}}texto{{*}}**, las dos'],
      ['{{_}}texto{{_}}', 'subrayado'],
      ['una línea vacía', 'comienza otro párrafo'],
      ['{{al centro}} texto', 'al comienzo de la línea; también {{a la derecha}} y {{a la izquierda}}'],
      ['Total {{tabulación}} 100', 'un espacio hasta el margen'],
      ['Total {{tabulación 8 cm}} 100', 'hasta esa distancia del borde izquierdo del texto'],
      ['{{organización}}', 'el nombre de la organización'],
    ],
  ],
  [
    'Los datos',
    [
      ['{{clave}}', 'el dato de ese campo'],
      ['{{fecha|largo}}', '3 de febrero de 2020; con letras, en palabras'],
      ['{{valor|moneda}}', '$ 2.500.000,00; con letras, en palabras'],
      ['{{nombre|mayusculas}}', 'en mayúsculas'],
      [
        '{{numero_documento|documento}}',
        'cédula de ciudadanía N.º 1.020.304.050, NIT 900.123.456-8 …; Documento, con mayúscula',
      ],
      ['{{tipo_documento|cédula}}', 'solo el nombre del tipo de documento; Cédula, con mayúscula'],
      ['{{opciones|lista}}', 'las opciones elegidas, como en una frase: a, b y c'],
      ['{{horas|hora/horas}}', '1 hora, 2 horas'],
      ['{{dias|letras un día/días}}', 'un (1) día, treinta (30) días; «letras una cuota/cuotas», en femenino'],
    ],
  ],
  [
    'Texto que depende de una respuesta',
    [
      ['{{#clave}} … {{/clave}}', 'solo cuando hay respuesta o es «Sí»; de una tabla, una vez por fila'],
      [
        '{{#si tipo = "madre"}} … {{/si}}',
        'solo si la condición se cumple; el valor se escribe entre comillas, como en el formulario',
      ],
      ['{{sino}}, {{sino si …}}', 'dentro de {{#si …}}: el texto si la condición no se cumple'],
      ['=, !=, <, <=, >, >=', 'igual, distinto, menor, mayor: con un valor o con otro campo'],
      ['y, o, no, ( )', 'valor > 1.000.000 y no (pago = "contado" o urgente)'],
      ['vacío(clave)', 'cuando no hay respuesta; «No» sí es una respuesta'],
    ],
  ],
  [
    'Cláusulas y listas',
    [
      ['**{{cláusula}}. Objeto.**', 'PRIMERA, SEGUNDA …: se cuentan solas, también si una condición quita alguna'],
      [
        '{{a)}} texto',
        'al comienzo de la línea: a), b), c) …; {{-}} un punto, {{1.}} un número, {{i.}} y {{I.}} romanos',
      ],
      ['{{>a)}} texto', 'una lista dentro de otra: un > por nivel, hasta cuatro; con {{>1.1.}}, 2.1., 2.2. …'],
      ['{{1. sigue}} texto', 'continúa la numeración después de un párrafo'],
      ['{{1. desde 5}} texto', 'comienza en 5; {{1. desde 1}} vuelve a comenzar'],
    ],
  ],
  [
    'Las tablas',
    [
      ['| Una | Otra |', 'una fila; la primera es el encabezado'],
      ['| {{2 columnas}} Total | 5 |', 'una celda que ocupa dos columnas'],
      [
        '{{columnas: 15, 45, 20 centro, 20}}',
        'antes de la tabla: el porcentaje y la alineación de cada columna; un guion deja lo habitual',
      ],
      ['filas tras {{/tabla}}', 'los totales: van siempre en la página de la última fila'],
    ],
  ],
  [
    'La página y las firmas',
    [
      ['{{nueva página}}', 'el texto siguiente empieza en otra página'],
      ['{{#sin partir}} … {{/sin partir}}', 'ese texto queda en una sola página'],
      ['{{#aquí firma}} … {{/aquí firma}}', 'una línea para firmar; debajo, una por renglón: nombre, cargo, documento'],
      [
        '{{aquí firman: Recursos Humanos}}',
        'quienes firman por la organización; si no hay firmante, una línea con el texto que sigue a los dos puntos',
      ],
    ],
  ],
] as const

export function TemplateSyntaxGuide() {
  return guide.map(([title, entries]) => (
    <section key={title} className={s.guide}>
      <h2>{title}</h2>
      <dl>
        {entries.map(([written, meaning]) => (
          <div key={written}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
