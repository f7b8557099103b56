import { sectionNames } from './address.ts';
import { storedChoice } from './storage.ts';

/** The section of the Shop that was open last at this computer: its button opens it again. */
export const lastSection = storedChoice('shop-section', sectionNames, 'settings');
