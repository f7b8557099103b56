declare module 'lucide/*' {
  const icon: import('./classes.ts').Icon;
  export default icon;
}
