/**
 * Opens a URL in a new tab. Opens an empty tab first, because browsers block tabs that are opened after waiting for the
 * URL.
 */
export async function openInNewTab(address: () => Promise<string>) {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (tab) tab.location.replace(url)
    else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
