export { exportPerson } from './person-export'
export { personalDataRouter } from './personal-data-router'
