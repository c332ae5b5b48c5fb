import { useEffect } from 'react'

/** Moves focus to the page's search input on `/`, unless the user is typing. */
export function useSearchShortcut() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target as HTMLElement
      if (at.isContentEditable || at.closest('input, textarea, select, dialog')) return
      const search = document.querySelector<HTMLInputElement>('main [data-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
