/**
 * The form as bytes with its content type. Node 24 throws outside the test if the server cancels the stream of a `FormData`
 * body before its end.
 */
export async function formBody(form: FormData): Promise<{ type: { 'content-type': string }; body: ArrayBuffer }> {
  const sent = new Response(form)
  return { type: { 'content-type': sent.headers.get('content-type') ?? '' }, body: await sent.arrayBuffer() }
}
