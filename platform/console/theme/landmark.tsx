/** Overlays are rendered inside the main landmark, so that all content is in a landmark. */
export const mainLandmark = () => document.querySelector<HTMLElement>('main') ?? undefined
