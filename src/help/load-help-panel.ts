export const loadHelpPanel = async () => (await import('./help-panel.tsx')).HelpPanel
