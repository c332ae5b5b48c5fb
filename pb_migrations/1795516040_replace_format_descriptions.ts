/** Default descriptions of version 1.0.0, and the descriptions that replace them. */
const descriptions = [
  {
    code: 'CL',
    previous:
      'Certifica el cargo, el contrato, la antigüedad y, si se pide, el salario de una persona. La redacción es un ejemplo.',
    description:
      'Para demostrar ante un banco, una embajada u otra entidad el cargo, el contrato y la antigüedad de una persona. Puede incluir el salario.',
  },
  {
    code: 'PS',
    previous:
      'Certifica que una persona o empresa no tiene obligaciones pendientes por un concepto. La redacción es un ejemplo.',
    description: 'Para certificar que una persona o empresa no le debe nada a la organización por un concepto.',
  },
  {
    code: 'CC',
    previous: 'Cobro de quien no está obligado a facturar. Se aprueba al enviarla. La redacción es un ejemplo.',
    description: 'Para cobrar un servicio si no está obligado a facturar.',
  },
  {
    code: 'CPS',
    previous:
      'Contrato civil entre una organización y un contratista independiente, con obligaciones, pago y cláusulas a elegir. La redacción es un ejemplo: revísela con su área jurídica antes de usarla.',
    description:
      'Para contratar a una persona o empresa independiente, con sus obligaciones, el valor y la forma de pago.',
  },
  {
    code: 'OC',
    previous: 'Pedido a un proveedor con sus ítems, IVA por ítem y totales calculados. La redacción es un ejemplo.',
    description: 'Para pedir bienes o servicios a un proveedor. El IVA y los totales se calculan solos.',
  },
  {
    code: 'AE',
    previous:
      'Deja constancia de los equipos que recibe una persona, su estado y su placa de inventario. La redacción es un ejemplo.',
    description: 'Para dejar constancia de los equipos que recibe una persona, su estado y su placa de inventario.',
  },
  {
    code: 'VP',
    previous: 'Ausencia por días o por horas, con quien reemplaza a la persona. La redacción es un ejemplo.',
    description: 'Para pedir vacaciones o un permiso, por días o por horas, e indicar quién hace el reemplazo.',
  },
  {
    code: 'CE',
    previous:
      'Hace constar la matrícula de un estudiante, su programa, período y jornada y, si se pide, su promedio. La redacción es un ejemplo.',
    description:
      'Para demostrar la matrícula de un estudiante, su programa, período y jornada. Puede incluir el promedio.',
  },
  {
    code: 'AD',
    previous:
      'Autorización previa, expresa e informada del titular o de su representante, con las finalidades a elegir. La redacción es un ejemplo: revísela con su área jurídica antes de usarla.',
    description:
      'Para que una persona, o quien la representa, autorice el uso de sus datos personales en las finalidades que se elijan.',
  },
  {
    code: 'MI',
    previous: 'Comunicación entre dependencias. La redacción es un ejemplo.',
    description: 'Para comunicar un asunto a otra dependencia de la organización.',
  },
]

// Replaces only unchanged descriptions. In a new installation none matches.
migrate((app) => {
  for (const row of descriptions)
    app
      .db()
      .newQuery('UPDATE formats SET description = {:description} WHERE code = {:code} AND description = {:previous}')
      .bind(row)
      .execute()
})
