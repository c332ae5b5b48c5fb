/** Message of a part whose files could not be loaded. After an update of the server, only a reload of the page loads them. */
export const loadFailureMessage =
  'Esta parte de la página no se pudo cargar. Revise su conexión. Si el sistema se actualizó, vuelva a cargar la página.'

export const reloadPage = () => location.reload()
