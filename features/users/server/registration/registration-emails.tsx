import { product } from '@quaff/platform/shared/product'

/** The reason is somebody's own words: text, whatever stands in it. */
export function rejectedMail(reason: string) {
  return {
    template: 'registration_rejected',
    subject: `Your registration with ${product.name}`,
    body: (
      <>
        <p>Your registration with {product.name} was not approved.</p>
        {reason === '' ? null : <p>Reason: {reason}</p>}
      </>
    ),
  }
}
