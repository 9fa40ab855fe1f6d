/** A browser at the provider: follows its redirects and forms until it is sent back to `baseUrl`. */
export function providerVisitor(baseUrl: string) {
  const cookies = new Map<string, string>()

  async function ask(url: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie },
      body: form && new URLSearchParams(form),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function follow(response: Response, from: string): Promise<{ url: string; response: Response }> {
    const location = response.headers.get('location')
    if (location === null) return { url: from, response }
    const next = new URL(location, from).href
    return next.startsWith(`${baseUrl}/`) ? { url: next, response } : follow(await ask(next), next)
  }

  return {
    /** Signs in as `name`, or stops; without a name the provider knows the browser. Resolves with the callback URL. */
    async signIn(url: string, name?: string | null): Promise<string> {
      const requested = await follow(await ask(url), url)
      if (requested.url.startsWith(`${baseUrl}/`)) return requested.url
      const form: Record<string, string> = name === null ? { do: 'stop' } : { do: 'sign-in', name: name ?? '' }
      const answered = await follow(await ask(requested.url, form), requested.url)
      return answered.url
    },
    /** Confirms on the sign-out page and returns the redirect address. */
    async signOut(url: string): Promise<string> {
      const requested = await ask(url)
      const text = await requested.text()
      const action = /action="([^"]+)"/.exec(text)?.[1] ?? ''
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
      const answered = await follow(await ask(new URL(action, url).href, { xsrf, logout: 'yes' }), url)
      return answered.url
    },
  }
}
