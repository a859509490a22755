/*@ @*/ interface T<A> { /*@ also requires true; ensures \fresh(\result); @*/ A f(String s) throws Exception; //@ model int k;
}
