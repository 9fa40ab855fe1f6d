/** Spec §7: whoever invites or approves somebody has the address remembered in this browser. */
export { rememberedEmail } from './use-remembered-email'
