declare module "sayl:worker" {
  const source: string;
  export default source;
}
