/** Spec §7: the invited or approved address is remembered in this browser. */
export { rememberedEmail } from './use-remembered-email'
