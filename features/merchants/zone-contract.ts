/**
 * Job: takes the zone of a merchant from its locations. Payload: `merchantId`; `from`, the former zone of a location that
 * has changed.
 */
export const adoptZoneKind = 'adopt_merchant_zone'
