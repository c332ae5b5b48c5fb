export const loadCommandPalette = async () => (await import('./command-palette.tsx')).CommandPalette
