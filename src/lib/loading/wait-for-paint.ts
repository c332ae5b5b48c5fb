/** Resolves after the next frame, so that work that follows does not delay the content that is about to be painted. */
export const waitForPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
