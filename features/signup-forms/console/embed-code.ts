/**
 * The form in somebody's own page. The frame may run its own script and send its own form, and nothing of the page
 * around it: another origin stands there. It opens no window and moves no address.
 */
export function embedCode(address: string, name: string): string {
  return [
    '<iframe',
    `  src="${escapeAttribute(`${address}?embed=1`)}"`,
    `  title="${escapeAttribute(name)}"`,
    '  sandbox="allow-forms allow-scripts allow-same-origin"',
    '  referrerpolicy="no-referrer"',
    '  loading="lazy"',
    '  style="width: 100%; height: 720px; border: 0"',
    '></iframe>',
  ].join('\n')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
}
