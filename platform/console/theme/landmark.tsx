/** What opens over the page stays inside its main landmark, so that nothing stands outside of all landmarks. */
export const mainLandmark = () => document.querySelector<HTMLElement>('main') ?? undefined
